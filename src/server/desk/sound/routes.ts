import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { hasFfmpeg } from '../../audio/ffmpeg.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { listSounds, soundOfTitle } from './sound-of-title.ts'
import { setAsRecorded } from './sound-level.ts'

export function soundRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskSoundTitles, async ({ q, page }) => {
    const [list, isInstalled] = await Promise.all([listSounds(context.db, { text: q, page }), hasFfmpeg()])
    return { ...list, has_ffmpeg: isInstalled }
  })
  registerEndpoint(app, endpoints.deskSound, async ({ id }, refuse) => {
    const title = await soundOfTitle(context.db, id)
    return title ? { title } : refuse('notFound', 404)
  })
  registerEndpoint(app, endpoints.deskSoundLevel, async ({ id, as_recorded }, refuse, { name }) =>
    (await setAsRecorded(context, { id, asRecorded: as_recorded, who: name })) ? {} : refuse('notFound', 404),
  )
}
