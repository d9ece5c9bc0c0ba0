import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { messageOf, StartupError } from '../runtime/startup-error.ts'
import { commandOf, handOver, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { servesFolder } from '../runtime/process-info.ts'

const run = promisify(execFile)
export const MAJOR = '18'
export const OWNER = 'shop'

/** Creates the cluster under a temporary name and renames it when complete: initdb keeps writing when its parent process dies. */
export async function ensureCluster(binaries: Binaries, account: Account, folder: string): Promise<void> {
  await removeDrafts(folder)
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === MAJOR) return
  if (version)
    throw new StartupError(
      `${folder} was created by PostgreSQL ${version.trim()}, this is ${MAJOR}: dump and restore it, or set DATA_DIR to another folder.`,
    )
  const draft = `${folder}.new-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { mode: 0o700 })
  await handOver(account, draft)
  await runInitdb(binaries, account, draft)
  await rename(draft, folder)
}

async function runInitdb(binaries: Binaries, account: Account, draft: string): Promise<void> {
  // Only Linux has the system locale C.UTF-8; the built-in provider has it on every platform.
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const { file, args, ...ids } = commandOf(account, binaries.initdb, [
    '-D',
    draft,
    '-U',
    OWNER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${locale}`,
    '--no-instructions',
  ])
  await run(file, args, { ...ids, env: binaries.env, cwd: draft }).catch((error) => {
    throw new StartupError(`The embedded PostgreSQL could not be created in ${dirname(draft)}: ${lastLine(error)}`)
  })
}

function lastLine(error: unknown): string {
  return messageOf(error).trim().split('\n').at(-1) ?? ''
}

async function removeDrafts(folder: string): Promise<void> {
  const parent = dirname(folder)
  const names = await readdir(parent)
  const drafts = names.filter((name) => name.startsWith('postgres.new-'))
  await Promise.all(drafts.map((name) => rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 })))
}

/** Stops a server that a killed earlier run left on the folder. Removes a pid file that names another process. */
export async function stopLeftover(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (pid > 0 && (await servesFolder(pid, folder))) await stopServer(pid, folder)
  if (existsSync(file)) await rm(file, { force: true })
}

/** Fast shutdown: ends sessions and writes all data. */
export async function stopServer(pid: number, folder: string): Promise<void> {
  signal(pid, 'SIGINT')
  for (let waited = 0; waited < 30_000; waited += 25) {
    if (!(await servesFolder(pid, folder))) return
    await wait(25)
  }
  // Immediate shutdown: the next start recovers committed data from the WAL.
  signal(pid, 'SIGQUIT')
  await wait(500)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}
