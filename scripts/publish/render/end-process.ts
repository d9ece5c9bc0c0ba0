import { flushCompileCache } from 'node:module'

/**
 * Ends this process at once. `process.exit` would wait for threads of V8, and one that asks the waiting main thread for a garbage
 * collection never ends: nodejs/node issue 54918. A build that hangs keeps the lock of the pages.
 */
const kill = () => process.kill(process.pid, 'SIGKILL')

/** For a process of which another one waits for a message: it ends with the other one. */
export function endWithParent(): void {
  process.on('disconnect', kill)
}

/** Tells the process that started this one that all pages are written. */
export function tellRendered(): void {
  process.send?.('rendered')
}

/** Tells the process that started this one that the work is done; it then kills this one. */
export function tellDone(): void {
  flushCompileCache()
  process.send?.('done')
}

export function endFailed(error: unknown): void {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error)
  kill()
}
