import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { endpoints } from '#contract/http/endpoints.ts'
import type { Fleet, Title } from './fleet.ts'

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
  registeredEmails: string[]
  listeners: { token: string; sent: number; confirmed: number }[]
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
  const timer = setInterval(() => void Promise.all(addresses.map(checkReady)), READY_CHECK_MS)
  return {
    next: () => [...ready][(turn += 1) % ready.size] ?? addresses[turn % addresses.length] ?? '',
    end: () => clearInterval(timer),
  }
}
const READY_CHECK_MS = 200

type Call = (path: string, token: string, body: object) => Promise<boolean>

/** Sends calls to the processes in turn and counts the results in `load`. */
function createCaller(addresses: readonly string[], load: Load, next: () => string): Call {
  return async (path, token, body) => {
    for (let tries = 0; tries < addresses.length * 50; tries += 1) {
      const answer = await send(next(), path, token, body).catch((error: NodeJS.ErrnoException) => error)
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
}

type Running = { call: Call; isStopped: () => boolean }

async function listen({ call, isStopped }: Running, { product, track }: Title, one: Load['listeners'][number]) {
  const report = (fields: object) =>
    call(endpoints.player.path, one.token, {
      product_id: product,
      track_id: track,
      event_id: randomUUID(),
      ...fields,
    })
  await report({ request_type: 'initiate', start_seconds: 0 })
  while (!isStopped()) {
    one.sent += 1
    if (await report({ request_type: 'pause', pause_seconds: one.sent })) one.confirmed = one.sent
  }
}

async function signUp({ call, isStopped }: Running, load: Load) {
  while (!isStopped()) {
    const email = `${randomUUID()}@fleet.test`
    if (await call(endpoints.registerEmail.path, '', { email })) load.registeredEmails.push(email)
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** Listeners who report positions and visitors who sign up, on all processes in turn, until `end` is called. */
export function startLoad(
  { addresses }: Pick<Fleet, 'addresses'>,
  title: Title,
  tokens: string[],
  signUps = 2,
): { load: Load; end(): Promise<Load> } {
  const listeners = tokens.map((token) => ({ token, sent: 0, confirmed: 0 }))
  const load: Load = { done: 0, broken: [], registeredEmails: [], listeners }
  let isStopped = false
  const balancer = createBalancer(addresses)
  const running: Running = { call: createCaller(addresses, load, balancer.next), isStopped: () => isStopped }
  const ended = Promise.all([
    ...load.listeners.map((one) => listen(running, title, one)),
    ...Array.from({ length: signUps }, () => signUp(running, load)),
  ])
  return {
    load,
    async end() {
      isStopped = true
      await ended
      balancer.end()
      return load
    },
  }
}

/** Number of listeners whose last confirmed position was lost. */
export async function lostPositions(address: string, { listeners }: Load, { product, track }: Title): Promise<number> {
  const confirmed = await Promise.all(
    listeners.map(async (one) => {
      const { body } = await send(address, endpoints.lastPlayed.path, one.token, { product_id: product })
      const saved = body['data'] as { track_id?: number; seconds?: number } | null
      return (
        one.confirmed === 0 ||
        (saved?.track_id === track && Number(saved.seconds) >= one.confirmed && Number(saved.seconds) <= one.sent)
      )
    }),
  )
  return confirmed.filter((is) => !is).length
}
