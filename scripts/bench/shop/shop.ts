import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../process/free-port.ts'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
export const WORK = join(ROOT, '.cache/bench')
const READY_SECONDS = 900

export type Running = {
  pid: number
  address: string
  dataDir: string
  seconds: number
  /** Whether it built pages before it was ready. */
  hasBuilt: boolean
  stop(): Promise<void>
}

/** Starts the whole shop in its own data folder and waits until it is ready. */
export async function startShop(name: string, { fresh = false, port: fixedPort = 0 } = {}): Promise<Running> {
  const dataDir = demoFolder(name)
  if (fresh) rmSync(dataDir, { recursive: true, force: true })
  const port = fixedPort || Number(process.env['BENCH_PORT']) || (await freePort())
  // The cache of compiled code, as `npm start` has it.
  const compiled = { NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled') }
  const env = {
    ...process.env,
    ...compiled,
    PORT: String(port),
    DATA_DIR: dataDir,
    SHOP_MODE: 'demo',
    LOG_LEVEL: 'error',
  }
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let hasBuilt = false
  child.stdout.on('data', (chunk: Buffer) => (hasBuilt ||= chunk.toString().includes('pages: ')))
  try {
    await waitForOutput(child, 'ready http')
  } catch (error) {
    await stopProcess(child)
    throw error
  }
  return {
    pid: child.pid ?? 0,
    address: `http://localhost:${port}`,
    dataDir,
    seconds: (performance.now() - started) / 1000,
    hasBuilt,
    stop: () => stopProcess(child),
  }
}

function waitForOutput(child: ChildProcess, words: string): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no "${words}" within ${READY_SECONDS} s`)), READY_SECONDS * 1000)
    child.on('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`ended with code ${code} before it printed "${words}"`))
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes(words)) return
      clearTimeout(timer)
      done()
    })
  })
}

export function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGTERM')
  return ended
}

type Loaded = {
  titles: number
  changed: number
  faults: number
  seconds: number
  weights: number[]
  again?: { changed: number; seconds: number }
}

/** Imports titles into a new folder in a subprocess, so that only its own memory is measured. */
export async function loadCatalog(titles: number, mode: 'once' | 'twice' = 'once'): Promise<Loaded> {
  const folder = catalogFolder(titles)
  rmSync(folder, { recursive: true, force: true })
  const child = spawn(process.execPath, ['scripts/bench/load/load.ts', folder, String(titles), mode], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`the import of ${titles} titles ended with code ${code}`)
  writeFileSync(join(folder, 'loaded.json'), text)
  return JSON.parse(text) as Loaded
}

/** Where the demo lies: a folder for each benchmark, or `BENCH_SHOP`, a demo that is there already. Its pages hold the address of `BENCH_PORT`. */
export const demoFolder = (name: string): string => process.env['BENCH_SHOP'] ?? join(WORK, name)

const catalogFolder = (titles: number): string => join(WORK, `catalog-${titles}`)

/** `change` runs an SQL statement; `crash` kills the shop and its database. */
export type Serving = Running & { change(statement: string): Promise<void>; crash(): Promise<void> }

/** The API with a catalog of this size, which is imported once and reused. */
export async function serveCatalog(titles: number): Promise<Serving> {
  const dataDir = catalogFolder(titles)
  if (!existsSync(join(dataDir, 'loaded.json'))) await loadCatalog(titles)
  return serveFolder(dataDir)
}

/** The API alone, without pages. */
export async function serveFolder(dataDir: string, mode: 'production' | 'demo' = 'production'): Promise<Serving> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/bench/shop/serve.ts', dataDir, String(port), mode], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await waitForOutput(child, 'serving').catch((error) => stopProcess(child).then(() => Promise.reject(error)))
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    seconds: (performance.now() - started) / 1000,
    hasBuilt: false,
    pid: child.pid ?? 0,
    stop: () => stopProcess(child),
    change,
    crash,
  }

  async function crash(): Promise<void> {
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    child.kill('SIGKILL')
    // An immediate shutdown writes nothing: uncommitted data is lost.
    process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
    await ended
  }

  function change(statement: string): Promise<void> {
    child.send(statement)
    return new Promise((done) => child.once('message', () => done()))
  }
}
