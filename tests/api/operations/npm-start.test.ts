import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '../../../scripts/process/free-port.ts'
import { readConfig } from '../../../src/server/config.ts'
import { startShop } from '../../../src/server/main.ts'
import { copyCluster } from '../support/cluster.ts'
import { source, titles } from '../support/fixture.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
// Inside the project: builds for folders outside of it wait for each other.
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const base = mkdtempSync(join(ROOT, '.cache/npm-start-'))
afterAll(() => {
  // After a failure they would keep this run open for ever.
  for (const { pid } of processesOf(base)) process.kill(pid, 'SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

/** Processes that were started with this data folder, directly or not. */
function processesOf(dataDir: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      const isOurs = environment.includes(`DATA_DIR=${dataDir}`) || command.includes(dataDir)
      return isOurs && command ? [{ pid: Number(pid), command: command.slice(0, 120) }] : []
    } catch {
      // It ended meanwhile, or belongs to somebody else.
      return []
    }
  })
}

describe.runIf(process.platform === 'linux')('npm start', () => {
  const dataDir = join(base, 'data')
  let port: number
  beforeAll(async () => {
    port = await freePort()
    // The making of a cluster is proven by the tests of the start.
    await copyCluster(dataDir)
  })

  async function startUntil(line: RegExp, folder = dataDir): Promise<ChildProcess> {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: folder, PORT: String(port) }
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk))
    await expect.poll(() => output, { timeout: 120_000, interval: 50 }).toMatch(line)
    return npm
  }

  it('[RL-1] that gets SIGTERM ends everything it started', async () => {
    const npm = await startUntil(/demo catalog: \d/)
    expect(
      processesOf(dataDir)
        .map(({ command }) => command)
        .join('\n'),
    ).toMatch(/postgres/)
    const ended = once(npm, 'close')
    npm.kill('SIGTERM')
    await ended
    // What draws and speaks the demo ends after its present file.
    await expect.poll(() => processesOf(dataDir), { timeout: 60_000, interval: 200 }).toEqual([])
  })

  it('[RL-1] that gets SIGTERM in the middle of a build ends everything it started, and leaves no half pages', async () => {
    // A small catalog stands for the demo, whose import takes a minute.
    const filled = join(base, 'filled')
    const { folder } = inject('cluster')
    await copyCluster(filled)
    const loadDemo = async () => ({ titles: titles.length, source: source(folder) })
    await (await startShop(readConfig({ DATA_DIR: filled, PORT: '0' }), undefined, { loadDemo })).close()
    const npm = await startUntil(/pages: building all pages/, filled)
    const commands = () =>
      processesOf(filled)
        .map(({ command }) => command)
        .join('\n')
    await expect.poll(commands, { timeout: 30_000, interval: 50 }).toMatch(/render\/build-pages/)
    const ended = once(npm, 'close')
    npm.kill('SIGTERM')
    await ended
    // The build was ended, it did not just fail later because the API is gone.
    await expect.poll(() => processesOf(filled), { timeout: 2_000, interval: 100 }).toEqual([])
    // Neither served pages nor the folder of the build.
    expect(readdirSync(join(filled, 'site')).filter((name) => /^(?:current|building)/.test(name))).toEqual([])
  })

  it('[RL-1] that is killed leaves nothing behind', async () => {
    const npm = await startUntil(/demo catalog: \d|pages: building/)
    npm.kill('SIGKILL')
    await expect.poll(() => processesOf(dataDir), { timeout: 60_000, interval: 200 }).toEqual([])
  })
})
