import { Client } from 'pg'
import { connectionOf, type Target } from '../../db/connect.ts'

/** The channel on which the triggers of the catalog announce each committed change. */
const CHANNEL = 'catalog_changes'
/** Whoever waits holds a connection of the API; further ones wait by asking again. */
const MOST_WAITING = 20
/** Whoever follows listens again this long after the connection was lost. */
const RETRY_MS = 5_000

export type CatalogSignal = {
  /**
   * Begins to listen; then `heard` ends with the next announcement, when the connection to the database is lost, or after
   * this time. Undefined: too many wait already.
   */
  next(milliseconds: number): Promise<{ heard: Promise<void> } | undefined>
  /** Calls `work` at every announcement, and when the connection is there again. Returns what ends it. */
  follow(work: () => void): () => void
  /** Ends all waiting and listening. */
  close(): Promise<void>
}

/** Listens with a connection of its own, which is opened when somebody waits and opened again after the database was away. */
export function listenToCatalog(target: Target): CatalogSignal {
  const waiting = new Set<() => void>()
  const following = new Set<() => void>()
  let listening: Promise<Client> | undefined
  let isClosed = false
  const wakeAll = () => {
    waiting.forEach((wake) => wake())
    following.forEach((work) => work())
  }
  const lose = () => void ((listening = undefined), wakeAll())
  const begin = () => (listening ??= listen(target, wakeAll, lose)).catch(() => (listening = undefined))
  /** Listens again for whoever follows; what was missed meanwhile is looked at once. */
  const keepListening = async () => {
    if (isClosed || listening || following.size === 0) return
    if (await begin()) following.forEach((work) => work())
  }
  const timer = setInterval(() => void keepListening(), RETRY_MS).unref()
  return {
    async next(milliseconds) {
      if (isClosed || waiting.size >= MOST_WAITING) return undefined
      const heard = waitIn(waiting, milliseconds)
      // Without a connection the wait ends by its time: a database that is away has no changes.
      await begin()
      return { heard }
    },
    follow(work) {
      following.add(work)
      void keepListening()
      return () => following.delete(work)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
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
