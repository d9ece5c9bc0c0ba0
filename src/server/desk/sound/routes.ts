import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { hasFfmpeg } from '../../audio/ffmpeg.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { placeSample } from './sample-of-title.ts'
import { addressOfTrack, listSounds, soundOfTitle } from './sound-of-title.ts'
import { setAsRecorded } from './sound-level.ts'
import { tryAgain } from './try-again.ts'

export function soundRoutes(app: FastifyInstance, context: AppContext): void {
  const answer = async (id: number) => {
    const title = await soundOfTitle(context.db, id)
    return title ? { title } : ({ fault: 'notFound' } as const)
  }
  registerEndpoint(app, endpoints.deskSoundTitles, async ({ q, page, only }) => {
    const [{ rows, ...paged }, isInstalled] = await Promise.all([
      listSounds(context.db, { text: q, page, only }),
      hasFfmpeg(),
    ])
    return { ...paged, titles: rows, has_ffmpeg: isInstalled }
  })
  registerEndpoint(app, endpoints.deskSound, ({ id }) => answer(id))
  registerEndpoint(app, endpoints.deskSoundLevel, async ({ id, as_recorded }, refuse, { name }) =>
    (await setAsRecorded(context, { id, asRecorded: as_recorded, who: name })) ? {} : refuse('notFound', 404),
  )
  registerEndpoint(app, endpoints.deskSoundRetry, async ({ id }, refuse, { name: who }) =>
    (await tryAgain(context, { id, who })) ? answer(id) : refuse('notFound', 404),
  )
  registerEndpoint(app, endpoints.deskSoundAddress, async ({ id, position }, refuse) => {
    const address = await addressOfTrack(context, id, position)
    return address === undefined ? refuse('notFound', 404) : { address }
  })
  registerEndpoint(app, endpoints.deskSamplePlace, async ({ id, place }, _refuse, { name: who }) => {
    const failure = await placeSample(context, { id, place, who })
    return failure ?? answer(id)
  })
}
