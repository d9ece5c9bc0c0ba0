import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '#contract/time/day.ts'
import { startedAt } from './process-info.ts'

/** Files of one request. Their names hold host, process id and start time, so that files of a killed process are recognised. */
export type TempFiles = { newFile(): Promise<string>; forgetStale(now: Date): Promise<void> }

/** No upload takes this long. The processes of another machine cannot be checked, so the age of the file decides. */
const FOREIGN_MS = DAY_MS
const HOST = hostname().replace(/[^a-z0-9]/gi, '')

export function createTempFiles(folder: string): TempFiles {
  return {
    async newFile() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(
        folder,
        `${HOST}.${process.pid}.${await startedAt(process.pid)}.${randomBytes(8).toString('hex')}`.replace(/\s/g, ''),
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
  const [host, pid, started] = name.split('.')
  if (host === HOST) return (await startedAt(Number(pid)))?.replace(/\s/g, '') !== started
  const found = await stat(file).catch(() => undefined)
  return !!found && now.getTime() - found.mtimeMs > FOREIGN_MS
}
