import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { beganAt } from './process-info.ts'
import { codeOf, StartupError } from './startup-error.ts'

/** Longer than a move aside and back takes. */
const SETTLE_MS = 25

/**
 * A lock file that one process holds. It names the process and when that began, so a killed one or a used-again id holds
 * nothing. Gives what releases it; throws StopReason with `taken(pid)` when another process has it.
 */
export async function takeLock(file: string, taken: (pid: string) => string): Promise<() => Promise<void>> {
  const mine = `${process.pid} ${await beganAt(process.pid)}`
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, mine)
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // `link` is atomic: it makes the whole lock or fails.
      const isTaken = await link(draft, file).then(
        () => true,
        (error) => codeOf(error) !== 'EEXIST' && Promise.reject(error),
      )
      // Who moves a stale lock aside may have moved ours for a moment and given it back, or lost it to another: the file decides.
      if (isTaken && (await isStillMine(file, mine))) return () => release(file, mine)
      await dropStale(file, taken)
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new StartupError(`${file} changes hands too quickly: try again.`)
}

/** The living process that holds a lock. */
export async function holderOf(file: string): Promise<string | undefined> {
  const [pid = '', began] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
  return began && (await beganAt(Number(pid))) === began ? pid : undefined
}

async function isStillMine(file: string, mine: string): Promise<boolean> {
  await wait(SETTLE_MS)
  return (await readFile(file, 'utf8').catch(() => '')) === mine
}

async function dropStale(file: string, taken: (pid: string) => string): Promise<void> {
  const held = await readFile(file, 'utf8').catch(() => undefined)
  if (held === undefined) return
  const [pid = '', began] = held.split(' ')
  if (began && (await beganAt(Number(pid))) === began) throw new StartupError(taken(pid))
  const runInSubprocess = `${file}.stale-${randomBytes(6).toString('hex')}`
  if (
    !(await rename(file, runInSubprocess).then(
      () => true,
      () => false,
    ))
  )
    return
  const moved = await readFile(runInSubprocess, 'utf8')
  // Somebody else took the lock between our look and our move: give it back.
  if (moved !== held) await link(runInSubprocess, file).catch(() => undefined)
  await rm(runInSubprocess, { force: true })
}

async function release(file: string, mine: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true })
}
