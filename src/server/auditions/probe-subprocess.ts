// Looks at one recording, in a process of its own (lib/aside.ts).
import { buffer } from 'node:stream/consumers'
import { soundOf } from './probe.ts'

const [name = ''] = process.argv.slice(2)
const sound = await soundOf(name, await buffer(process.stdin))
if (sound) process.stdout.write(JSON.stringify(sound))
