import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StopReason } from '../lib/stop.ts'
import { beganAt } from './process-of.ts'

/** One shop per data folder. The lock names a process and when it began, so a killed one or a used-again id holds nothing. */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'shop.lock')
  const mine = `${process.pid} ${await beganAt(process.pid)}`
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, mine)
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // `link` is atomic: it makes the whole lock or fails.
      const taken = await link(draft, file).then(
        () => true,
        (error) => codeOf(error) !== 'EEXIST' && Promise.reject(error),
      )
      if (taken) return () => release(file, mine)
      await dropStale(file, dataDir)
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new StopReason(`DATA_DIR ${dataDir} is being started by another process: try again.`)
}

async function dropStale(file: string, dataDir: string): Promise<void> {
  const held = await readFile(file, 'utf8').catch(() => undefined)
  if (held === undefined) return
  const [pid = '', began] = held.split(' ')
  if (began && (await beganAt(Number(pid))) === began) {
    throw new StopReason(`DATA_DIR ${dataDir} is in use by process ${pid}: stop that shop first, or set DATA_DIR to another folder.`)
  }
  const aside = `${file}.stale-${randomBytes(6).toString('hex')}`
  if (
    !(await rename(file, aside).then(
      () => true,
      () => false,
    ))
  )
    return
  const moved = await readFile(aside, 'utf8')
  // Somebody else took the lock between our look and our move: give it back.
  if (moved !== held) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

async function release(file: string, mine: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true })
}
