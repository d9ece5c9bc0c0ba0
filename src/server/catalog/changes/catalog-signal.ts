import { Client } from 'pg'
import { connectionOf, type Target } from '../../db/connect.ts'

/** The channel on which the triggers of the catalog announce each committed change. */
const CHANNEL = 'catalog_changes'
/** Whoever waits holds a connection of the API; further ones wait by asking again. */
const MOST_WAITING = 20

export type CatalogSignal = {
  /**
   * Begins to listen; then `heard` ends with the next announcement, when the connection to the database is lost, or after
   * this time. Undefined: too many wait already.
   */
  next(milliseconds: number): Promise<{ heard: Promise<void> } | undefined>
  /** Ends all waiting and listening. */
  close(): Promise<void>
}

/** Listens with a connection of its own, which is opened when somebody waits and opened again after the database was away. */
export function listenToCatalog(target: Target): CatalogSignal {
  const waiting = new Set<() => void>()
  let listening: Promise<Client> | undefined
  let isClosed = false
  const wakeAll = () => waiting.forEach((wake) => wake())
  const lose = () => {
    listening = undefined
    wakeAll()
  }
  return {
    async next(milliseconds) {
      if (isClosed || waiting.size >= MOST_WAITING) return undefined
      const heard = waitIn(waiting, milliseconds)
      // Without a connection the wait ends by its time: a database that is away has no changes.
      await (listening ??= listen(target, wakeAll, lose)).catch(() => (listening = undefined))
      return { heard }
    },
    async close() {
      isClosed = true
      wakeAll()
      await listening?.then((client) => client.end()).catch(() => undefined)
    },
  }
}

/** Ends when it is woken, or after this time. */
function waitIn(waiting: Set<() => void>, milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      done()
    }
    const timer = setTimeout(wake, milliseconds)
    waiting.add(wake)
  })
}

async function listen(target: Target, heard: () => void, lost: () => void): Promise<Client> {
  const client = new Client({ ...connectionOf(target), application_name: 'shop catalog', keepAlive: true })
  client.on('error', () => {
    lost()
    void client.end().catch(() => undefined)
  })
  client.on('end', lost)
  client.on('notification', heard)
  await client.connect()
  await client.query(`listen ${CHANNEL}`)
  return client
}
