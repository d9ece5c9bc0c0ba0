import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** A browser that has not ended by then never will. */
const GRACE_MS = 5_000
const POLL_MS = 20

/** Sends a signal to the process group of a child that was started with `detached`. False: nobody is left in it. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (!pid) return false
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/**
 * Ends a process that was started with `detached`, and everything that it started. Debian's Chromium is a shell script, whose end
 * says nothing of the browser, and a browser that is asked to end sometimes hangs instead.
 */
export async function stopGroup(child: ChildProcess, graceMs = GRACE_MS): Promise<void> {
  signalGroup(child, 'SIGTERM')
  const end = Date.now() + graceMs
  // Not for ever: in a container without an init, the killed ones stay as zombies.
  while (signalGroup(child, 0) && Date.now() < end + GRACE_MS) {
    if (Date.now() > end) signalGroup(child, 'SIGKILL')
    await wait(POLL_MS)
  }
}
