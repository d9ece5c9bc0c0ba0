import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { serveUpload } from '../lib/serve-upload.ts'
import { addPart, startRecording } from '../services/auditions/recordings.ts'
import { keepAudition, prefillOf } from '../services/auditions.ts'
import { bucket, take, type Rule } from '../services/limits.ts'
import type { World } from '../world.ts'

export function auditionRoutes(app: FastifyInstance, world: World): void {
  const { scratch } = world
  const limit = (rule: Rule, { userId }: { userId: number }) => take(world, [bucket(world.vault, rule, String(userId))])

  serve(app, rows.auditionPrefill, (_input, _refuse, { userId }) => prefillOf(world, userId))
  serve(app, rows.startRecording, async (input, _refuse, caller) => (await limit('recordingStart', caller)) ?? startRecording(world, caller.userId, input))
  serveUpload(app, rows.sendRecordingPart, {
    scratch,
    gate: (caller) => limit('recordingPart', caller),
    handle: (input, file, { userId }) => addPart(world, userId, input, file),
  })
  serveUpload(app, rows.uploadAudition, {
    scratch,
    gate: (caller) => limit('auditionTry', caller),
    handle: (form, file, { userId }) => keepAudition(world, userId, form, file),
  })
}
