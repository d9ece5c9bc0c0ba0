// Probes one recording in a subprocess: a malformed file must not crash or block the server (runtime/subprocess.ts).
import { buffer } from 'node:stream/consumers'
import { probeAudio } from './probe.ts'

const [name = ''] = process.argv.slice(2)
const audio = await probeAudio(name, await buffer(process.stdin))
if (audio) process.stdout.write(JSON.stringify(audio))
