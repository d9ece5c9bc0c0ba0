import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { registerUpload } from '../../http/register-upload.ts'
import { finishUpload } from './finish.ts'
import { uploadState } from './upload-state.ts'
import { addPart, startUpload } from './uploads.ts'

export function uploadRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskStartUpload, (input, _refuse, { staffId }) =>
    startUpload(context, staffId, input),
  )
  registerUpload(app, endpoints.deskSendPart, {
    tempFiles: context.tempFiles,
    gate: async () => undefined,
    handle: (input, file, { staffId }) => addPart(context, staffId, input, file),
  })
  registerEndpoint(app, endpoints.deskFinishUpload, ({ upload }, _refuse, { staffId }) =>
    finishUpload(context, staffId, upload),
  )
  registerEndpoint(app, endpoints.deskUploadState, ({ upload }, _refuse, { staffId }) =>
    uploadState(context, staffId, upload),
  )
}
