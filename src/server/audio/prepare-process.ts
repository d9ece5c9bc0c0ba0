import { lowerPriority } from '../runtime/subprocess.ts'
import { prepareRecording } from './prepare-recording.ts'
import { tellOf } from './sound-process.ts'

// A process of its own, as its work takes minutes of processor time: run by `recordings.ts` with the file of a recording and
// a folder for its editions.
const [, , file = '', folder = ''] = process.argv
lowerPriority()
await tellOf(folder, () => prepareRecording(file, { folder }))
