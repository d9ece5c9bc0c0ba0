import { tellOf } from '../../audio/sound-process.ts'
import { prepareVoice } from './prepare-voice.ts'

// A process of its own, as a malformed file may keep a decoder busy: run by `gift-voices.ts` with the sent file and a folder.
const [, , file = '', folder = ''] = process.argv
await tellOf(folder, () => prepareVoice(file, folder))
