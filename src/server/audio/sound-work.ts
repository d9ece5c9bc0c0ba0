import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SoundFault } from '#contract/listening/audio.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { runInSubprocess } from '../runtime/subprocess.ts'
import type { SoundResult } from './sound-process.ts'
import { isTemporary, TryAgain } from './temporary-faults.ts'

export type SoundContext = Pick<AppContext, 'db' | 'media' | 'now' | 'samplePlan'>

/** One kind of work of the queue: its rows say by `state`, `fault` and `queued_at` how far it is. */
export type SoundWork = {
  kind: 'recording' | 'sample' | 'audition'
  table: 'audio_editions' | 'made_samples' | 'audition_sounds'
  key: 'media_id' | 'product_id' | 'audition_id'
  /** Throws what another try may mend. A row that waits no longer is left alone. */
  prepare(context: SoundContext, id: number, stop: AbortSignal | undefined): Promise<void>
  /** Runs in the transaction that ends the work on a row. */
  ended?(inner: Db, id: number): Promise<void>
}

/** More than two days of sound cost on a slow machine. */
const MOST_MS = 5 * 3_600_000

type InProcess<Result extends object, Made> = {
  /** Gets the file and a folder as its first arguments. */
  module: URL
  args?: string[]
  /** The object of the media store that it works on. */
  path: string
  stop: AbortSignal | undefined
  /** Stores what was made before the folder goes. */
  store: (result: Result, folder: string) => Promise<Made>
}

/** Works on a stored sound in a process of its own. A string result is final; what another try may mend is thrown. */
export async function workOnSound<Result extends object, Made>(
  { media }: Pick<AppContext, 'media'>,
  { module, args = [], path, stop, store }: InProcess<Result, Made>,
): Promise<Made | SoundFault> {
  const folder = await mkdtemp(join(tmpdir(), 'recording-'))
  try {
    const file = join(folder, 'recording')
    await pipeline(media.stream(path), createWriteStream(file))
    const words = [file, folder, ...args]
    const result = await runInSubprocess<SoundResult<Result>>(module, words, 'untilParentEnds', MOST_MS, stop)
    if (result?.ok) return await store(result.value, folder)
    const fault = result?.fault ?? 'unknown'
    if (isTemporary(fault)) throw new TryAgain(fault)
    return fault
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Ends the work on a row that nothing can be made of. */
export async function giveUp(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { table, key, ended }: SoundWork,
  id: number,
  fault: SoundFault,
): Promise<void> {
  await db.transaction(async (inner) => {
    await inner.query(
      `update ${table} set state = 'failed', fault = $2, updated_at = $3 where ${key} = $1 and state = 'waiting'`,
      [id, fault, now()],
    )
    await ended?.(inner, id)
  })
}
