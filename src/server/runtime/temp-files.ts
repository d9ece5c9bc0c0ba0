import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beganAt } from './process-info.ts'

/** Files that live as long as a request. Their names say whose they are, so that what a killed process left can be told. */
export type TempFiles = { newFile(): Promise<string>; forgetStale(now: Date): Promise<void> }

/** Nobody sends a file for so long: a process of another machine, which cannot be asked, is dead by then. */
const FOREIGN_MS = 24 * 3_600_000
const HOST = hostname().replace(/[^a-z0-9]/gi, '')

export function createTempFiles(folder: string): TempFiles {
  return {
    async newFile() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(
        folder,
        `${HOST}.${process.pid}.${await beganAt(process.pid)}.${randomBytes(8).toString('hex')}`.replace(/\s/g, ''),
      )
    },
    async forgetStale(now) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names)
        if (await isStale(join(folder, name), name, now)) await rm(join(folder, name), { force: true })
    },
  }
}

async function isStale(file: string, name: string, now: Date): Promise<boolean> {
  const [host, pid, began] = name.split('.')
  if (host === HOST) return (await beganAt(Number(pid)))?.replace(/\s/g, '') !== began
  const found = await stat(file).catch(() => undefined)
  return !!found && now.getTime() - found.mtimeMs > FOREIGN_MS
}
