import { prepareRecording } from '../../../src/server/audio/prepare-recording.ts'
import { tellOf } from '../../../src/server/audio/sound-process.ts'

// Works on a recording as the shop does, but waits half a second for ffmpeg instead of two minutes.
const [, , file = '', folder = ''] = process.argv
await tellOf(folder, () => prepareRecording(file, { folder, limits: { silentMs: 500 } }))
