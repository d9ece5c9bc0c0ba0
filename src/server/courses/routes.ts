import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { openExercise } from './exercises.ts'
import { checkCertificate, openCertificate } from './certificates.ts'
import { completionOfLab } from '../listening/title-progress.ts'
import type { AppContext } from '../context.ts'

/** Codes have 80 random bits; a person who types one from paper needs few tries. */
const LIMITS = { check: { limit: { calls: 30, minutes: 10 } }, open: { limitPerMinute: 30 } }

export function courseRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(
    app,
    endpoints.completionCertificate,
    async ({ language }, _refuse, { userId }) => {
      const opened = await openCertificate(context, userId, { locale: language })
      if ('path' in opened) return { certificate_path: opened.path, code: opened.code }
      return { fault: 'notComplete' }
    },
    LIMITS.open,
  )
  registerEndpoint(
    app,
    endpoints.downloadCertificate,
    async ({ id, language }, _refuse, { userId }, { locale }) => {
      const opened = await openCertificate(context, userId, { id, locale: language ?? locale })
      return 'path' in opened ? { download_path: opened.path, code: opened.code } : opened
    },
    LIMITS.open,
  )
  registerEndpoint(app, endpoints.completion, async (_input, _refuse, { userId }) => ({
    audio_type_listening_completion: await completionOfLab(context.db, userId),
  }))
  registerEndpoint(app, endpoints.courseExercise, ({ id }, _refuse, { userId }) => openExercise(context.db, userId, id))
  registerEndpoint(
    app,
    endpoints.certificate,
    async ({ code }, refuse) => (await checkCertificate(context, code)) ?? refuse('notFound', 404),
    LIMITS.check,
  )
}
