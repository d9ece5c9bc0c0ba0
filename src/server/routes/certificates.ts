import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { openExercise } from '../services/exercises.ts'
import { checkCertificate, openCertificate } from '../services/certificates.ts'
import type { World } from '../world.ts'

/** Codes have 80 bits; somebody who types one from paper needs few tries. */
const LIMITS = { check: { limit: { calls: 30, minutes: 10 } }, open: { limitPerMinute: 30 } }

export function certificateRoutes(app: FastifyInstance, world: World): void {
  serve(
    app,
    rows.completionCertificate,
    async ({ language }, _refuse, { userId }) => {
      const opened = await openCertificate(world, userId, { locale: language })
      if ('path' in opened) return { certificate_path: opened.path, code: opened.code }
      return { fault: 'notComplete' }
    },
    LIMITS.open,
  )
  serve(
    app,
    rows.downloadCertificate,
    async ({ id, language }, _refuse, { userId }, { locale }) => {
      const opened = await openCertificate(world, userId, { id, locale: language ?? locale })
      return 'path' in opened ? { download_path: opened.path, code: opened.code } : opened
    },
    LIMITS.open,
  )
  serve(app, rows.courseExercise, ({ id }, _refuse, { userId }) => openExercise(world.db, userId, id))
  serve(app, rows.certificate, async ({ code }, refuse) => (await checkCertificate(world, code)) ?? refuse('notFound', 404), LIMITS.check)
}
