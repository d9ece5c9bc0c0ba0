import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADDRESS } from './site.ts'
import { smallCatalog } from './small-catalog.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export type Fault = (response: ServerResponse) => void
/** What a publisher changed: gets an answer of the API and gives another. */
export type Change = (path: string, answer: never) => unknown

/** The API of the shop with eight of its titles, with calls that fail and a catalog that changes: the shop's own stays as it is. */
export class Proxy {
  readonly requests: string[] = []
  /** By the start of a path. */
  faults: Record<string, Fault> = {}
  change: Change | undefined
  /** Milliseconds before each answer. */
  delay = 0
  /** Milliseconds before the next answers, one each. */
  delays: number[] = []
  private reduce: Change = (_, answer) => answer
  address = ''
  private readonly server: Server = createServer(
    (request, response) => void this.handOn(request, response).catch(() => response.destroy()),
  )

  async start(): Promise<void> {
    this.reduce = await smallCatalog(ADDRESS)
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private async handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    this.requests.push(path)
    const delay = this.delays.shift() ?? this.delay
    if (delay > 0) await new Promise((done) => setTimeout(done, delay))
    const fault = Object.entries(this.faults).find(([start]) => path.startsWith(start))?.[1]
    if (fault) return fault(response)
    const answer = await fetch(`${ADDRESS}${path}`, { headers: { authorization: request.headers.authorization ?? '' } })
    const type = answer.headers.get('content-type') ?? 'application/json'
    const body = type.includes('json')
      ? JSON.stringify(this.changed(path, await answer.json()))
      : Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type }).end(body)
  }

  private changed(path: string, answer: unknown): unknown {
    // What the proxy changes is marked in no database: everything has to be read.
    if (path.startsWith('/api/build/changes/')) return { ...(answer as object), is_complete: false }
    const reduced = this.reduce(path, answer as never)
    return this.change ? this.change(path, reduced as never) : reduced
  }
}

export const says =
  (status: number, type: string, body: string): Fault =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)

/** A folder to build into, below the program's own: only there builds of several shops run side by side. */
export function buildFolder(name: string): string {
  const base = join(ROOT, '.cache/test')
  mkdirSync(base, { recursive: true })
  return mkdtempSync(join(base, `${name}-`))
}

export type Ended = { code: number; out: string; error: string[] }
/** When a build is stopped: after a line of its output, or as soon as the condition holds while it runs. */
export type Stop = { after: RegExp | (() => boolean); by: NodeJS.Signals }
const POLL_MS = 5
type Run = { script?: 'build' | 'rebuild'; args?: string[]; apiUrl: string; dataDir: string; stop?: Stop }

/** Runs a build as an operator does, in a folder of its own. */
export function runBuild({ script = 'build', args = [], apiUrl, dataDir, stop }: Run): Promise<Ended> {
  const env = { ...process.env, API_URL: apiUrl, DATA_DIR: dataDir, SITE_URL: 'https://shop.test' }
  // A group of its own: a kill must reach the page builder too.
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let [out, error] = ['', '']
  let isStopped = false
  const stopWhenReached = () => {
    if (!stop || isStopped || child.exitCode !== null || !child.pid) return
    isStopped = typeof stop.after === 'function' ? stop.after() : stop.after.test(out)
    if (isStopped) process.kill(stop.by === 'SIGKILL' ? -child.pid : child.pid, stop.by)
  }
  const polling = typeof stop?.after === 'function' ? setInterval(stopWhenReached, POLL_MS) : undefined
  child.on('exit', () => clearInterval(polling))
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString()
    stopWhenReached()
  })
  child.stderr.on('data', (part: Buffer) => (error += part.toString()))
  return new Promise((done, fail) =>
    child
      .on('error', fail)
      .on('close', (code) =>
        done({ code: code ?? 143, out, error: error.split('\n').filter((line) => line.trim() !== '') }),
      ),
  )
}
