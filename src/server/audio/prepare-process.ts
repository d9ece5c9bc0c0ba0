import { setPriority } from 'node:os'
import { prepareRecording } from './prepare-recording.ts'

// A process of its own, as its work takes minutes of processor time: run by `prepare-queue.ts` with the file of a recording and
// a folder for its editions. Prints what it measured as JSON; nothing when the file does not decode.
const LOWEST_PRIORITY = 15
const [, , file = '', folder = ''] = process.argv
setPriority(LOWEST_PRIORITY)
const prepared = await prepareRecording(file, folder)
if (prepared) process.stdout.write(JSON.stringify(prepared))
