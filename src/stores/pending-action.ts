import { atom } from 'nanostores'

export type Done = { ok: true } | { ok: false; fault: string; seconds?: number }
export type Act =
  | { state: 'idle' }
  | { state: 'busy'; what: string }
  | { state: 'failed'; what: string; fault: string; seconds?: number | undefined }

/** Buttons of a list that share one action: one at a time, a press meanwhile does nothing, and `what` names the one that failed. */
export function createAct() {
  const $act = atom<Act>({ state: 'idle' })

  /** Whether it was done. */
  async function run(what: string, work: () => Promise<Done>): Promise<boolean> {
    if ($act.get().state === 'busy') return false
    $act.set({ state: 'busy', what })
    const done = await work()
    $act.set(done.ok ? { state: 'idle' } : { state: 'failed', what, fault: done.fault, seconds: done.seconds })
    return done.ok
  }

  return { $act, run }
}
