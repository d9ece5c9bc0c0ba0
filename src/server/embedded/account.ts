import { execFile } from 'node:child_process'
import { chown, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../runtime/startup-error.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

/** The account that runs PostgreSQL, which refuses to run as root. */
export type Account = { kind: 'self' } | { kind: 'namespace' } | { kind: 'nobody'; uid: number; gid: number }

const NOBODY = { uid: 65_534, gid: 65_534 }
const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000', '--']

export async function chooseAccount(binaries: Binaries, folder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  // In a user namespace all files stay owned by root: no chown, no missing permissions.
  if (await canRun({ kind: 'namespace' }, binaries)) return { kind: 'namespace' }
  const nobody: Account = { kind: 'nobody', ...NOBODY }
  await mkdir(folder, { recursive: true })
  if ((await canRun(nobody, binaries)) && (await canEnter(folder))) return nobody
  throw new StartupError(
    `PostgreSQL does not run as root, and the account "nobody" cannot reach ${binaries.root} and ${folder}: start as an ordinary user, or put the project and DATA_DIR into folders that all users may read.`,
  )
}

export function commandOf(
  account: Account,
  file: string,
  args: string[],
): { file: string; args: string[]; uid?: number; gid?: number } {
  if (account.kind === 'namespace') return { file: 'unshare', args: [...NAMESPACE, file, ...args] }
  if (account.kind === 'nobody') return { file, args, uid: account.uid, gid: account.gid }
  return { file, args }
}

/** Changes the owner of a folder and its content to the account that runs PostgreSQL. */
export async function handOver(account: Account, folder: string): Promise<void> {
  if (account.kind !== 'nobody') return
  const entries = await readdir(folder, { recursive: true })
  await Promise.all(['', ...entries].map((entry) => chown(join(folder, entry), account.uid, account.gid)))
}

async function canRun(account: Account, binaries: Binaries): Promise<boolean> {
  const { file, args, ...ids } = commandOf(account, binaries.postgres, ['--version'])
  return run(file, args, { ...ids, env: binaries.env, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

async function canEnter(folder: string): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...NOBODY, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
