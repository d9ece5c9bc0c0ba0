import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { endpoints as rows } from '#contract/endpoints.ts'
import { connect } from '../../../src/server/db/connect.ts'
import { importCatalog } from '../../../src/server/import/import-catalog.ts'
import type { MediaStore } from '../../../src/server/adapters/media/port.ts'
import { ROOT, stopProcess } from '../shop/shop.ts'

export type Fleet = {
  addresses: string[]
  /** Kills a process and starts a new one at its address. */
  replace(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null; milliseconds: number }>
  signal(index: number, signal: 'SIGTERM'): void
  stop(): Promise<void>
}

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://shop.test',
  API_URL: 'https://shop.test',
  MEDIA_SECRET: 'm'.repeat(32),
  HUMAN_SECRET: 'h'.repeat(32),
  VAULT_SECRET: 'v'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:9?tls=none',
  MAIL_FROM: 'shop@shop.test',
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'true',
}

/** API processes in production mode on one database. */
export async function startFleet(env: Record<string, string>, ports: number[]): Promise<Fleet> {
  const members = await Promise.all(ports.map((port) => startOne(env, port)))
  return {
    addresses: members.map(({ address }) => address),
    async replace(index, signal) {
      const child = members[index]?.child
      if (!child) throw new Error(`no process ${index}`)
      const [began, ended] = [performance.now(), new Promise<number | null>((done) => child.once('exit', done))]
      child.kill(signal)
      const code = await ended
      const milliseconds = performance.now() - began
      members[index] = await startOne(env, ports[index] ?? 0)
      return { code, milliseconds }
    },
    signal: (index, signal) => void members[index]?.child.kill(signal),
    stop: async () => void (await Promise.all(members.map(({ child }) => stopProcess(child)))),
  }
}

function startOne(env: Record<string, string>, port: number): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, ['scripts/api.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...PRODUCTION, ...env, PORT: String(port) },
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

type Answer = { status: number; body: Record<string, unknown> }

/** Uses a new connection for each call, like nginx. */
function send(address: string, path: string, token: string, body: object): Promise<Answer> {
  const text = JSON.stringify(body)
  const from = `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join('.')}`
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-forwarded-for': from,
    ...(token && { authorization: `Token ${token}` }),
  }
  return new Promise((done, fail) => {
    const sent = request(address + path, { method: 'POST', agent: false, headers }, (response) => {
      let reply = ''
      response.on('data', (chunk: Buffer) => (reply += chunk))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, body: reply.startsWith('{') ? JSON.parse(reply) : {} }),
      )
      response.on('error', fail)
    })
    sent.on('error', fail)
    sent.end(text)
  })
}

export type Load = {
  /** Number of successful calls. */
  done: number
  /** Calls that failed after the connection was accepted, so that a visitor sees an error. */
  broken: string[]
  /** Addresses with a confirmed sign-up call. */
  asked: string[]
  listeners: { token: string; sent: number; confirmed: number }[]
}
export type Title = { product: number; track: number }

/** Creates a very long title and signed-in listeners. */
export async function prepare(databaseUrl: string, listeners: number): Promise<{ title: Title; tokens: string[] }> {
  const db = connect({ url: databaseUrl }, 2)
  const none = () => Promise.reject(new Error('no media here'))
  const media: MediaStore = {
    put: none,
    remove: none,
    stat: none,
    prove: none,
    stream: () => {
      throw new Error('no media here')
    },
  }
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

/** A load balancer: checks which processes are ready and selects them in turn. */
function createBalancer(addresses: readonly string[]) {
  const ready = new Set(addresses)
  let turn = 0
  const checkReady = async (address: string) => {
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(address)
    else ready.delete(address)
  }
  const timer = setInterval(() => void Promise.all(addresses.map(checkReady)), BALANCER_LOOKS_MS)
  return {
    next: () => [...ready][(turn += 1) % ready.size] ?? addresses[turn % addresses.length] ?? '',
    end: () => clearInterval(timer),
  }
}
const BALANCER_LOOKS_MS = 200

/** Listeners who report positions and visitors who sign up, on all processes in turn, until `end` is called. */
export function startLoad(
  { addresses }: Pick<Fleet, 'addresses'>,
  title: Title,
  tokens: string[],
  signUps = 2,
): { load: Load; end(): Promise<Load> } {
  const load: Load = {
    done: 0,
    broken: [],
    asked: [],
    listeners: tokens.map((token) => ({ token, sent: 0, confirmed: 0 })),
  }
  let isStopped = false
  const balancer = createBalancer(addresses)
  async function ask(path: string, token: string, body: object): Promise<boolean> {
    for (let tries = 0; tries < addresses.length * 50; tries += 1) {
      const answer = await send(balancer.next(), path, token, body).catch((error: NodeJS.ErrnoException) => error)
      if (answer instanceof Error && answer.code === 'ECONNREFUSED') {
        // Nothing was sent: a proxy would try the next process.
        await new Promise((done) => setTimeout(done, 5))
        continue
      }
      if (!(answer instanceof Error) && answer.status === 200 && answer.body['status'] === true)
        return (load.done += 1) > 0
      load.broken.push(answer instanceof Error ? `${answer.code}` : `${answer.status} ${JSON.stringify(answer.body)}`)
      return false
    }
    load.broken.push('no process accepts connections')
    return false
  }
  const listen = async (one: Load['listeners'][number]) => {
    await ask(rows.player.path, one.token, {
      request_type: 'initiate',
      product_id: title.product,
      track_id: title.track,
      event_id: randomUUID(),
      start_seconds: 0,
    })
    while (!isStopped) {
      one.sent += 1
      const report = {
        request_type: 'pause',
        product_id: title.product,
        track_id: title.track,
        event_id: randomUUID(),
        pause_seconds: one.sent,
      }
      if (await ask(rows.player.path, one.token, report)) one.confirmed = one.sent
    }
  }
  const signUp = async () => {
    while (!isStopped) {
      const email = `${randomUUID()}@fleet.test`
      if (await ask(rows.registerEmail.path, '', { email })) load.asked.push(email)
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  const running = [...load.listeners.map(listen), ...Array.from({ length: signUps }, signUp)]
  return {
    load,
    async end() {
      isStopped = true
      await Promise.all(running)
      balancer.end()
      return load
    },
  }
}

/** Number of listeners whose last confirmed position was lost. */
export async function lostPositions(address: string, { listeners }: Load, { product, track }: Title): Promise<number> {
  const confirmed = await Promise.all(
    listeners.map(async (one) => {
      const { body } = await send(address, rows.lastPlayed.path, one.token, { product_id: product })
      const saved = body['data'] as { track_id?: number; seconds?: number } | null
      return (
        one.confirmed === 0 ||
        (saved?.track_id === track && Number(saved.seconds) >= one.confirmed && Number(saved.seconds) <= one.sent)
      )
    }),
  )
  return confirmed.filter((is) => !is).length
}
