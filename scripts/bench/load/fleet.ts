import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { connect } from '../../../src/server/db/connect.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import type { MediaStore } from '../../../src/server/adapters/media/port.ts'
import { ROOT, stopProcess } from '../shop/shop.ts'
import { cpuOf } from '../shop/cpu.ts'

export type Fleet = {
  addresses: string[]
  /** Kills a process and starts a new one at its address. */
  replace(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null; milliseconds: number }>
  signal(index: number, signal: 'SIGTERM'): void
  /** CPU that all of them used, also those that were replaced. */
  cpuSeconds(): number
  stop(): Promise<void>
}

const newSecret = (): string => randomBytes(33).toString('base64')

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://shop.test',
  API_URL: 'https://shop.test',
  MEDIA_SECRET: newSecret(),
  HUMAN_SECRET: newSecret(),
  VAULT_SECRET: newSecret(),
  SMTP_URL: 'smtp://127.0.0.1:9?tls=none',
  MAIL_FROM: 'shop@shop.test',
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'true',
}

/** API processes in production mode on one database. */
export async function startFleet(env: Record<string, string>, ports: number[]): Promise<Fleet> {
  const members = await Promise.all(ports.map((port) => startOne(env, port)))
  let cpuOfEnded = 0
  return {
    addresses: members.map(({ address }) => address),
    async replace(index, signal) {
      const child = members[index]?.child
      if (!child) throw new Error(`no process ${index}`)
      const [began, ended] = [performance.now(), new Promise<number | null>((done) => child.once('exit', done))]
      cpuOfEnded += cpuOf(child.pid)
      child.kill(signal)
      const code = await ended
      const milliseconds = performance.now() - began
      members[index] = await startOne(env, ports[index] ?? 0)
      return { code, milliseconds }
    },
    signal: (index, signal) => void members[index]?.child.kill(signal),
    cpuSeconds: () => members.reduce((sum, { child }) => sum + cpuOf(child.pid), cpuOfEnded),
    stop: async () => void (await Promise.all(members.map(({ child }) => stopProcess(child)))),
  }
}

const cache = process.env['NODE_COMPILE_CACHE']
/** Of `npm test`: a process starts in half the time. */
const compileCache = cache ? { NODE_COMPILE_CACHE: cache } : {}

function startOne(env: Record<string, string>, port: number): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, ['scripts/api.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...compileCache, ...PRODUCTION, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`a process ended with code ${code} before it was ready`)))
    child.stdout.on(
      'data',
      (chunk: Buffer) => String(chunk).includes('ready ') && done({ child, address: `http://127.0.0.1:${port}` }),
    )
  })
}

export type Title = { product: number; track: number }

const none = () => Promise.reject(new Error('no media here'))
const media: MediaStore = {
  put: none,
  remove: none,
  stat: none,
  list: none,
  prove: none,
  stream: () => {
    throw new Error('no media here')
  },
}

/** Creates a very long title and signed-in listeners. */
export async function prepare(databaseUrl: string, listeners: number): Promise<{ title: Title; tokens: string[] }> {
  const db = connect({ url: databaseUrl }, 2)
  const long = { key: 'long/1', translations: { en: { name: 'One' } }, seconds: 1_000_000 }
  const row = {
    key: 'long',
    type: 'audiobook',
    spoken: 'en',
    translations: { en: { name: 'Long' } },
    published: '2026-01-01',
    priceInr: 100,
    priceUsd: 100,
    isFree: true,
    tracks: [long],
  }
  await importCatalog({ db, media, now: () => new Date() }, { collections: {}, titles: [row], folder: '/' })
  // Sound that nobody opens: a title without sound may not be played.
  await db.query(
    `with m as (insert into media_files (kind, hash, path, bytes) values ('audio', 'none', 'audio/none.mp3', 1) returning id) update tracks set audio_id = m.id from m where key = 'long/1'`,
  )
  const [title] = await db.query<Title>(`select id as track, product_id as product from tracks where key = 'long/1'`)
  if (!title) throw new Error('the long title is missing')
  const tokens = Array.from({ length: listeners }, () => randomUUID().repeat(2))
  for (const token of tokens)
    await db.query(
      `with u as (insert into users (email) values ($1) returning id) insert into sessions (token_hash, user_id, expires_at) select $2, id, now() + interval '1 day' from u`,
      [`${token}@fleet.test`, createHash('sha256').update(token).digest()],
    )
  await db.close()
  return { title, tokens }
}
