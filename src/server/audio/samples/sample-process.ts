import { lowerPriority } from '../../runtime/subprocess.ts'
import { tellOf } from '../sound-process.ts'
import { cutSample } from './cut-sample.ts'

// A process of its own: run by `make-sample.ts` with the file of a recording, a folder, and the seconds of the sample.
const [, , file = '', folder = '', starts = '', ends = ''] = process.argv
lowerPriority()
await tellOf(folder, () => cutSample(file, folder, { starts: Number(starts), ends: Number(ends) }))
