import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { startedAt } from './process-info.ts'
import { codeOf, StartupError } from './startup-error.ts'

/** Longer than moving the file away and back takes. */
const SETTLE_MS = 25

/**
 * A lock file of one process. It names the process id and its start time, so that a killed process or a reused id holds no
 * lock. Returns a function that releases it; throws a StartupError with `taken(pid)` when another process holds it.
 */
export async function acquireLock(file: string, taken: (pid: string) => string): Promise<() => Promise<void>> {
  const mine = `${process.pid} ${await startedAt(process.pid)}`
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, mine)
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // `link` is atomic: it creates the whole lock or fails.
      const isTaken = await link(draft, file).then(
        () => true,
        (error) => codeOf(error) !== 'EEXIST' && Promise.reject(error),
      )
      // A process that moves a stale lock away may have moved ours and restored it, or lost it to a third one: only the file tells.
      if (isTaken && (await isStillMine(file, mine))) return () => release(file, mine)
      await dropStale(file, taken)
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new StartupError(`${file} changes hands too quickly: try again.`)
}

/** The id of the running process that holds the lock. */
export async function lockHolder(file: string): Promise<string | undefined> {
  const [pid = '', started] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
  return started && (await startedAt(Number(pid))) === started ? pid : undefined
}

async function isStillMine(file: string, mine: string): Promise<boolean> {
  await wait(SETTLE_MS)
  return (await readFile(file, 'utf8').catch(() => '')) === mine
}

async function dropStale(file: string, taken: (pid: string) => string): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return
  const [pid = '', started] = content.split(' ')
  if (started && (await startedAt(Number(pid))) === started) throw new StartupError(taken(pid))
  const moved = `${file}.stale-${randomBytes(6).toString('hex')}`
  if (
    !(await rename(file, moved).then(
      () => true,
      () => false,
    ))
  )
    return
  const movedContent = await readFile(moved, 'utf8')
  // Another process took the lock between our read and our move: restore it.
  if (movedContent !== content) await link(moved, file).catch(() => undefined)
  await rm(moved, { force: true })
}

async function release(file: string, mine: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true })
}
