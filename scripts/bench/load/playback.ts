import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '#contract/http/endpoints.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import type { Title } from './fleet.ts'

/** 64 kbit/s. */
const BYTES_PER_SECOND = 8_000
/** A browser reads some seconds ahead, piece by piece. */
const PIECE_SECONDS = 16
const PIECE_BYTES = PIECE_SECONDS * BYTES_PER_SECOND
const TIMEOUT_MS = 5_000
/** As the player waits before it asks again, longer each time. */
const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000]

export type Heard = {
  listeners: number
  pieces: number
  seconds: number
  gaps: string[]
  retries: Record<string, number>
  waits: number[]
}
type Reply = { status: number; headers: Record<string, string | string[] | undefined>; bytes: number }
type Asked = { method?: string; headers?: Record<string, string>; body?: string }
type Listener = { from: string; token: string; agent: Agent }

/** Listeners who play one long track at its own speed for some seconds, as players do: pieces ahead, new addresses, retries. */
export async function listenTogether(
  shop: string,
  { product }: Title,
  tokens: readonly string[],
  seconds: number,
): Promise<Heard> {
  const heard: Heard = { listeners: tokens.length, pieces: 0, seconds: 0, gaps: [], retries: {}, waits: [] }
  const end = performance.now() + seconds * 1000
  const start = async (token: string, index: number) => {
    // They come one after the other within the first piece, and their pieces stay spread.
    await wait((index / tokens.length) * Math.min(PIECE_SECONDS, seconds / 4) * 1000)
    const agent = new Agent({ keepAlive: true, maxSockets: 2 })
    // Limits count by address: every listener has one of their own on this machine.
    const from = `127.1.${Math.floor(index / 250)}.${1 + (index % 250)}`
    await listen({ shop, product, end, heard }, { from, token, agent })
    agent.destroy()
  }
  await Promise.all(tokens.map(start))
  return heard
}

type Run = { shop: string; product: number; end: number; heard: Heard }

async function listen(run: Run, listener: Listener): Promise<void> {
  const { heard, end } = run
  let address: Address | undefined
  let at = 0
  /** When the sound that has arrived is over. */
  let bufferedUntil = 0
  let failures = 0
  while (performance.now() < end) {
    const asked = performance.now()
    const isFresh = address !== undefined && address.expiresAt > Date.now() + 1_000
    const signed = isFresh ? undefined : await sign(run, listener)
    address = signed ? addressIn(signed) : address
    const piece = address ? await readPiece(run.shop, address.path, listener, at) : signed
    if (!address || piece?.status !== 206) {
      address = undefined
      const reason = `${piece?.status ?? 'no answer'}`
      heard.retries[reason] = (heard.retries[reason] ?? 0) + 1
      await wait(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
      failures += 1
      continue
    }
    failures = 0
    const now = performance.now()
    heard.waits.push(now - asked)
    if (bufferedUntil > 0 && now > bufferedUntil) heard.gaps.push(`${Math.round(now - bufferedUntil)} ms`)
    bufferedUntil = Math.max(now, bufferedUntil) + PIECE_SECONDS * 1000
    heard.pieces += 1
    heard.seconds += PIECE_SECONDS
    at += piece.bytes
    if (piece.bytes < PIECE_BYTES) at = 0
    // The next piece is asked for when half of this one is left.
    await wait(Math.max(0, Math.min(bufferedUntil - (PIECE_SECONDS / 2) * 1000, end) - performance.now()))
  }
}

type Address = { path: string; expiresAt: number }

function addressIn({ headers }: Reply): Address | undefined {
  const path = String(headers['x-signed-url'] ?? '')
  return path ? { path, expiresAt: Number(/expires=(\d+)/.exec(path)?.[1]) } : undefined
}

function sign({ shop, product }: Run, { token, ...listener }: Listener): Promise<Reply | undefined> {
  const body = JSON.stringify({ url: titleUrl(product), key: 'long/1' })
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    authorization: `Token ${token}`,
  }
  return ask(`${shop}${endpoints.trackSignedUrl.path}`, listener, { method: 'POST', headers, body })
}

/** Follows a redirect, as browsers do. */
async function readPiece(shop: string, path: string, listener: Omit<Listener, 'token'>, at: number) {
  const headers = { range: `bytes=${at}-${at + PIECE_BYTES - 1}` }
  const reply = await ask(`${shop}${path}`, listener, { headers })
  return reply?.status === 302 ? ask(String(reply.headers['location']), listener, { headers }) : reply
}

function ask(
  url: string,
  { from, agent }: Omit<Listener, 'token'>,
  { method = 'GET', headers = {}, body }: Asked,
): Promise<Reply | undefined> {
  return new Promise((done) => {
    const sent = request(url, { method, agent, headers, localAddress: from, timeout: TIMEOUT_MS }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, bytes }))
      response.on('error', () => done(undefined))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => done(undefined))
    sent.end(body)
  })
}
