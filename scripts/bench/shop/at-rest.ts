import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '../../../src/server/db/connect.ts'
import { joinEmbedded } from '../../../src/server/embedded/server.ts'
import { isMini } from '../size.ts'

const LOOKS_MS = 1_000
/** The demo has some hours of work for a slow machine at the most. */
const MOST_MS = 3_600_000

/** Waits until the running shop of a folder has measured and encoded its sound: after its first start that takes a core for minutes. */
export async function waitUntilAtRest(dataDir: string): Promise<void> {
  const database = isMini ? undefined : await joinEmbedded(dataDir)
  if (!database) return
  const db = connect(database, 1)
  try {
    for (let waited = 0; waited < MOST_MS; waited += LOOKS_MS) {
      const [row] = await db.query<{ waits: boolean }>(
        `select exists (select from audio_editions where state = 'waiting')
          or exists (select from made_samples where state = 'waiting') as waits`,
      )
      if (!row?.waits) return
      await wait(LOOKS_MS)
    }
    throw new Error('the sound of the shop is not ready')
  } finally {
    await db.close()
  }
}
