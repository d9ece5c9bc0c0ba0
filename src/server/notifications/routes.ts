import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { registerDevice, registerOwnDevice } from '../accounts/devices.ts'
import { listEbooks } from '../ebooks/ebooks.ts'
import { deleteAccount, exportData } from '../privacy/personal-data-export.ts'
import { notificationsOf, markAllRead } from './notifications.ts'
import { countPageView } from '../catalog/page-views.ts'
import { addReview } from '../reviews/reviews.ts'
import type { AppContext } from '../context.ts'

/** What a listener has besides a profile. */
export function listenerRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.myNotification, (page, _refuse, { userId }) => notificationsOf(context, userId, page))
  registerEndpoint(app, endpoints.notificationRead, (_input, _refuse, { userId }) => markAllRead(context, userId))
  registerEndpoint(app, endpoints.ebooks, async () => ({ data: await listEbooks(context) }))
  registerEndpoint(app, endpoints.registerDevice, (device) => registerDevice(context, device), { limitPerMinute: 10 })
  registerEndpoint(
    app,
    endpoints.registerDeviceV1,
    (device, _refuse, { userId }) => registerOwnDevice(context, userId, device),
    { limitPerMinute: 20 },
  )
  registerEndpoint(
    app,
    endpoints.productAnalytics,
    async (opened, refuse) => ((await countPageView(context, opened)) === 'counted' ? {} : refuse('notFound', 404)),
    {
      limitPerMinute: 60,
    },
  )
  registerEndpoint(
    app,
    endpoints.reviewAdd,
    (said, _refuse, { userId }, { locale }) => addReview(context, userId, said, locale),
    { limitPerMinute: 20 },
  )
  registerEndpoint(app, endpoints.myData, (_input, _refuse, caller) => exportData(context, caller))
  registerEndpoint(app, endpoints.deleteAccount, (input, _refuse, caller, origin) =>
    deleteAccount(context, caller, input, origin),
  )
}
