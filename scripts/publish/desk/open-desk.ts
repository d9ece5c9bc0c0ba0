import { connect } from '../../../src/server/db/connect.ts'
import { joinEmbedded } from '../../../src/server/embedded/server.ts'
import { messageOf } from '../../../src/server/runtime/startup-error.ts'
import type { Desk } from './publisher.ts'

type Opened = { desk: Desk | undefined; close: () => Promise<void> }
const NOBODY: Opened = { desk: undefined, close: async () => undefined }

/** The database of the shop: of DATABASE_URL, or the embedded one while the shop runs. Pages are published without it, too. */
export async function openDesk(dataDir: string, report: (line: string) => void): Promise<Opened> {
  const url = process.env['DATABASE_URL']
  try {
    const target = url ? { url } : await joinEmbedded(dataDir)
    if (!target) return NOBODY
    const db = connect(target, 2)
    await db.query('select 1 from publish_requests limit 1')
    return { desk: { db, target }, close: () => db.close() }
  } catch (error) {
    report(`the desk is not heard, because the database cannot be read: ${messageOf(error)}`)
    return NOBODY
  }
}
