import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { changeAccess, changeLines, removeTranscript, shiftText, uploadText } from './change-text.ts'
import { listTexts, soundOfText, wholeText } from './recordings.ts'

export function transcriptDeskRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(
    app,
    endpoints.deskTranscripts,
    async ({ id }, refuse) => (await listTexts(context.db, id)) ?? refuse('notFound', 404),
  )
  registerEndpoint(app, endpoints.deskTranscript, async ({ id }, refuse) => {
    const transcript = await wholeText(context.db, id)
    return transcript ? { transcript } : refuse('notFound', 404)
  })
  registerEndpoint(app, endpoints.deskTranscriptSound, async ({ id }, refuse) => {
    const path = await soundOfText(context.db, id)
    return path ? { address: context.signer.sign(path, context.now().getTime()).address } : refuse('notFound', 404)
  })
  registerEndpoint(app, endpoints.deskTranscriptUpload, (input, _refuse, staff) => uploadText(context, staff, input))
  registerEndpoint(app, endpoints.deskTranscriptLines, (input, _refuse, staff) => changeLines(context, staff, input))
  registerEndpoint(app, endpoints.deskTranscriptShift, (input, _refuse, staff) => shiftText(context, staff, input))
  registerEndpoint(app, endpoints.deskTranscriptAccess, (input, _refuse, staff) => changeAccess(context, staff, input))
  registerEndpoint(app, endpoints.deskTranscriptRemove, (input, _refuse, staff) =>
    removeTranscript(context, staff, input),
  )
}
