import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { serveUpload } from '../lib/serve-upload.ts'
import { mayChangePicture, removePicture, savePicture } from '../services/pictures.ts'
import type { World } from '../world.ts'

export function pictureRoutes(app: FastifyInstance, world: World): void {
  serveUpload(app, rows.saveProfilePicture, {
    scratch: world.scratch,
    gate: ({ userId }) => mayChangePicture(world, userId),
    handle: (_input, file, { userId }) => savePicture(world, userId, file),
  })
  serve(app, rows.removeProfilePicture, (_input, _refuse, { userId }) => removePicture(world, userId))
}
