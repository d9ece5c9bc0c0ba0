import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { registerUpload } from '../http/register-upload.ts'
import { mayChangePicture, removePicture, savePicture } from './pictures/profile-picture.ts'
import type { AppContext } from '../context.ts'

export function pictureRoutes(app: FastifyInstance, context: AppContext): void {
  registerUpload(app, endpoints.saveProfilePicture, {
    tempFiles: context.tempFiles,
    gate: ({ userId }) => mayChangePicture(context, userId),
    handle: (_input, file, { userId }) => savePicture(context, userId, file),
  })
  registerEndpoint(app, endpoints.removeProfilePicture, (_input, _refuse, { userId }) => removePicture(context, userId))
}
