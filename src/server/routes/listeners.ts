import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { registerDevice, registerOwnDevice } from '../services/devices.ts'
import { listEbooks } from '../services/ebooks.ts'
import { deleteAccount, exportData } from '../services/my-data.ts'
import { notificationsOf, readAll } from '../services/notifications.ts'
import { countOpening } from '../services/openings.ts'
import { addReview } from '../services/reviews.ts'
import type { World } from '../world.ts'

/** What a listener has besides a profile. */
export function listenerRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.myNotification, (page, _refuse, { userId }) => notificationsOf(world, userId, page))
  serve(app, rows.notificationRead, (_input, _refuse, { userId }) => readAll(world, userId))
  serve(app, rows.ebooks, async () => ({ data: await listEbooks(world) }))
  serve(app, rows.registerDevice, (device) => registerDevice(world, device), { limitPerMinute: 10 })
  serve(app, rows.registerDeviceV1, (device, _refuse, { userId }) => registerOwnDevice(world, userId, device), { limitPerMinute: 20 })
  serve(app, rows.productAnalytics, async (opened, refuse) => ((await countOpening(world, opened)) === 'counted' ? {} : refuse('notFound', 404)), {
    limitPerMinute: 60,
  })
  serve(app, rows.reviewAdd, (said, _refuse, { userId }, { locale }) => addReview(world, userId, said, locale), { limitPerMinute: 20 })
  serve(app, rows.myData, (_input, _refuse, caller) => exportData(world, caller))
  serve(app, rows.deleteAccount, (input, _refuse, caller, origin) => deleteAccount(world, caller, input, origin))
}
