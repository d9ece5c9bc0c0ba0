import { execFile } from 'node:child_process'
import { readFile, readlink, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The start time of a process as the system reports it; undefined when it does not run. A process id alone is reused by other processes. */
export async function startedAt(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return ps(pid, 'lstart=')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name in brackets may hold spaces; field 22 counts from the start.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

/** Whether the process is a PostgreSQL server of this data folder, which is its working directory. */
export async function servesFolder(pid: number, folder: string): Promise<boolean> {
  if ((await startedAt(pid)) === undefined) return false
  if (process.platform !== 'linux') return ((await ps(pid, 'command=')) ?? '').includes(folder)
  const [cwd, real, command] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
    realpath(folder).catch(() => folder),
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
  ])
  return command.includes('postgres') && (cwd === real || command.includes(folder))
}

async function ps(pid: number, field: string): Promise<string | undefined> {
  return run('ps', ['-o', field, '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
}
