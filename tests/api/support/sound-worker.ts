import { runAudioQueue } from '../../../src/server/audio/audio-queue.ts'
import { RECORDINGS } from '../../../src/server/audio/recordings.ts'
import { diskStore } from '../../../src/server/adapters/media/disk.ts'
import { connect } from '../../../src/server/db/connect.ts'

// A process of its own that works on the queue of sound until nothing is left: tests kill it.
type Words = { host: string; user: string; database: string; media: string }
const { media, ...target } = JSON.parse(process.argv[2] ?? '') as Words
const db = connect(target, 2)
await runAudioQueue({ db, media: diskStore(media), now: () => new Date() }, { works: [RECORDINGS] })
await db.close()
