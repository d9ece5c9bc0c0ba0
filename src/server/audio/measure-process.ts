import { lowerPriority } from '../runtime/subprocess.ts'
import { measureSound } from './measure-sound.ts'
import { tellOf } from './sound-process.ts'

// A process of its own: run with the file of a stranger's recording and a folder.
const [, , file = '', folder = ''] = process.argv
lowerPriority()
await tellOf(folder, () => measureSound(file))
