import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { hammer } from './requests.ts'
import { serveCatalog, WORK } from '../shop/shop.ts'
import { size } from '../size.ts'
import { quantile, type Bench, type Row } from '../table.ts'

const SPEECH = new URL('../../../src/demo/files/audio/dnyaneshwari/01.mp3', import.meta.url).pathname
const TITLES = size(1_000, 40)
/** Minutes of each recording, and recordings of each process. */
const MINUTES = size(20, 1)
const RECORDINGS = size(2, 1)
const CONNECTIONS = 4
const MODULE = new URL('../../../src/server/audio/prepare-process.ts', import.meta.url).pathname

/** Measures and encodes recordings as the queue does, one on each core, while the API is asked for details of titles. */
export const soundBench: Bench = {
  name: 'sound',
  async run() {
    const shop = await serveCatalog(TITLES)
    const folder = join(WORK, 'sound')
    rmSync(folder, { recursive: true, force: true })
    const paths = Array.from({ length: TITLES }, (_, at) => `/api/v2/product-details/${at + 1}/`)
    try {
      await hammer(shop.address, paths, CONNECTIONS)
      const alone = await hammer(shop.address, paths, CONNECTIONS)
      const { seconds, kilobytes, times } = await encodeBeside(folder, () => hammer(shop.address, paths, CONNECTIONS))
      return rowsOf({ seconds, kilobytes, alone, beside: times })
    } finally {
      await shop.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Figures = { seconds: number; kilobytes: number; alone: number[]; beside: number[] }

function rowsOf({ seconds, kilobytes, alone, beside }: Figures): Row[] {
  const hours = (cpus().length * RECORDINGS * MINUTES) / 60
  return [
    { what: 'hours of sound measured and encoded in a minute, full and light', measured: (hours / seconds) * 60 },
    { what: 'peak memory of one recording, with ffmpeg', measured: kilobytes / 1024, unit: 'MB', must: 256, aim: 200 },
    { what: 'title details without it, p99', measured: quantile(alone, 0.99), unit: 'ms' },
    { what: 'title details meanwhile, p99', measured: quantile(beside, 0.99), unit: 'ms', must: 60, aim: 25 },
  ]
}

/** Encodes on every core and repeats the requests until all of it is done. */
async function encodeBeside(folder: string, request: () => Promise<number[]>) {
  const started = performance.now()
  let isDone = false
  const encoding = Promise.all(cpus().map((_, core) => encodeSome(join(folder, `${core}`)))).finally(
    () => (isDone = true),
  )
  const times: number[] = []
  while (!isDone) times.push(...(await request()))
  const peaks = await encoding
  return { seconds: (performance.now() - started) / 1000, kilobytes: Math.max(...peaks), times }
}

/** The largest memory of the processes of a recording, in kilobytes. */
async function encodeSome(folder: string): Promise<number> {
  let peak = 0
  for (let at = 0; at < RECORDINGS; at += 1) {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'recording.mp3')
    writeRecording(file)
    peak = Math.max(peak, await encode(file, folder))
    rmSync(folder, { recursive: true })
  }
  return peak
}

/** Speech again and again. */
function writeRecording(file: string): void {
  const speech = readFileSync(SPEECH)
  const seconds = (statSync(SPEECH).size * 8) / KILOBITS / 1_000
  writeFileSync(file, Buffer.concat(Array.from({ length: Math.ceil((MINUTES * 60) / seconds) }, () => speech)))
}
const KILOBITS = 24

function encode(file: string, folder: string): Promise<number> {
  const child = spawn(process.execPath, [MODULE, file, folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // It ends its group when its input ends.
    detached: true,
  })
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(child.pid ?? 0))), 200)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => {
      clearInterval(watch)
      if (code === 0) done(peak)
      else fail(new Error(`a recording ended with code ${code}`))
    })
  })
}

/** Kilobytes of a process and of those that it started. */
function memoryOf(group: number): number {
  const own = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && groupOf(name) === group)
  return own.reduce((sum, name) => sum + kilobytesOf(name), 0)
}

/** The fifth field of a process that may have ended. */
const groupOf = (pid: string): number =>
  Number(
    proc(pid, 'stat')
      .replace(/^.*\) /, '')
      .split(' ')[2],
  )
const kilobytesOf = (pid: string): number => Number(/^VmRSS:\s+(\d+)/m.exec(proc(pid, 'status'))?.[1] ?? 0)

function proc(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
