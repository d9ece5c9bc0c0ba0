import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { registerUpload } from '../http/register-upload.ts'
import { addPart, startRecording } from './recordings.ts'
import { prefillOf, submitAudition } from './auditions.ts'
import { bucket, take, type Rule } from '../http/rate-limits.ts'
import type { AppContext } from '../context.ts'

export function auditionRoutes(app: FastifyInstance, context: AppContext): void {
  const { tempFiles } = context
  const limit = (rule: Rule, { userId }: { userId: number }) =>
    take(context, [bucket(context.encryption, rule, String(userId))])

  registerEndpoint(app, endpoints.auditionPrefill, (_input, _refuse, { userId }) => prefillOf(context, userId))
  registerEndpoint(
    app,
    endpoints.startRecording,
    async (input, _refuse, caller) =>
      (await limit('recordingStart', caller)) ?? startRecording(context, caller.userId, input),
  )
  registerUpload(app, endpoints.sendRecordingPart, {
    tempFiles,
    gate: (caller) => limit('recordingPart', caller),
    handle: (input, file, { userId }) => addPart(context, userId, input, file),
  })
  registerUpload(app, endpoints.uploadAudition, {
    tempFiles,
    gate: (caller) => limit('auditionTry', caller),
    handle: (form, file, { userId }) => submitAudition(context, userId, form, file),
  })
}
