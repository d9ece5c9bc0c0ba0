import { atom } from 'nanostores'

export type ActionResult = { ok: true } | { ok: false; fault: string; seconds?: number }
export type PendingAction =
  | { state: 'idle' }
  | { state: 'busy'; what: string }
  | { state: 'failed'; what: string; fault: string; seconds?: number | undefined }

/** Buttons of a list that share one action: it runs once at a time, further presses are ignored, and `what` names the button. */
export function createPendingAction() {
  const $pendingAction = atom<PendingAction>({ state: 'idle' })

  /** Returns whether the action succeeded. */
  async function run(what: string, action: () => Promise<ActionResult>): Promise<boolean> {
    if ($pendingAction.get().state === 'busy') return false
    $pendingAction.set({ state: 'busy', what })
    const result = await action()
    $pendingAction.set(
      result.ok ? { state: 'idle' } : { state: 'failed', what, fault: result.fault, seconds: result.seconds },
    )
    return result.ok
  }

  return { $pendingAction, run }
}
