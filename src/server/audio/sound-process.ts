import { rmSync } from 'node:fs'
import type { SoundFault } from '#contract/listening/audio.ts'
import { faultOfError } from './temporary-faults.ts'

/** What a process of its own tells about its sound. */
export type SoundResult<Result extends object> = { ok: true; value: Result } | { ok: false; fault: SoundFault }

/**
 * Does the work of this process, which `runInSubprocess` started, and prints its result. When the
 * process that waits for it is killed, it ends with what it runs, and its folder goes: somebody else begins again.
 */
export async function tellOf<Result extends object>(
  folder: string,
  work: () => Promise<Result | SoundFault>,
): Promise<void> {
  process.stdin.resume().once('end', () => {
    // What it runs may write a file meanwhile.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    // The whole group: this process and ffmpeg.
    process.kill(0, 'SIGKILL')
  })
  const value = await work().catch(faultOfError)
  const result: SoundResult<Result> = typeof value === 'string' ? { ok: false, fault: value } : { ok: true, value }
  // No `process.exit`: it may wait for ever for a thread that compiles (nodejs/node issue 54918).
  process.stdout.write(JSON.stringify(result), () => process.stdin.removeAllListeners('end').destroy())
}
