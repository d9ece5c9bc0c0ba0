import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseAccount, commandOf, handOver } from '../../../src/server/embedded/account.ts'

const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql']
const DEBIAN = '/usr/lib/postgresql'
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []

/** A server with the tools of its own version: the embedded one has none, and those of an older version refuse it. */
export const toolsFolder = [...(process.env['PATH'] ?? '').split(':'), ...versions].find((folder) =>
  NEEDED.every((name) => existsSync(join(folder, name))),
)
export const hasRsync = spawnSync('rsync', ['--version']).status === 0

/** `base` is reached by the account "nobody": root runs no PostgreSQL. */
export async function startOwnServer(
  base: string,
): Promise<{ urlOf: (name: string) => string; stop(): Promise<void> }> {
  const root = toolsFolder ?? ''
  const binaries = { root, env: process.env, initdb: join(root, 'initdb'), postgres: join(root, 'postgres') }
  mkdirSync(join(base, 'cluster'), { recursive: true })
  const account = await chooseAccount(binaries, base)
  await handOver(account, base)
  const cluster = join(base, 'cluster')
  const making = commandOf(account, binaries.initdb, [
    '-D',
    cluster,
    '-U',
    'shop',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  const { status, stderr } = spawnSync(making.file, making.args, { ...making, cwd: '/' })
  if (status !== 0) throw new Error(String(stderr))
  const running = commandOf(account, binaries.postgres, [
    '-D',
    cluster,
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${base}`,
    '-c',
    'fsync=off',
  ])
  const child = spawn(running.file, running.args, { ...running, cwd: '/', stdio: 'ignore' })
  const urlOf = (name: string) => `postgres://shop@localhost/${name}?host=${encodeURIComponent(base)}`
  for (let waited = 0; spawnSync(join(root, 'psql'), [urlOf('postgres'), '-c', 'select 1']).status !== 0; waited += 1) {
    if (waited > 150) throw new Error('PostgreSQL does not start')
    await pause(100)
  }
  return {
    urlOf,
    stop: async () => {
      const over = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await over
    },
  }
}
