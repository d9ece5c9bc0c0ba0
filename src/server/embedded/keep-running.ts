import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { stopLeftover, stopServer } from './cluster.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null

/**
 * Starts the server, and starts it again whenever it ends without `stop` (out of memory, killed by mistake). A killed server
 * leaves processes behind for a moment, and PostgreSQL refuses to start beside them: then it is tried again.
 */
export async function keepRunning(
  start: () => Promise<ChildProcess>,
  folder: string,
): Promise<{ stop(): Promise<void> }> {
  let child = await start()
  let isStopping = false
  let restarting: Promise<void> | undefined
  const watch = (): void => {
    const ended = () => !isStopping && (restarting = restart())
    if (hasEnded(child)) ended()
    else child.once('exit', ended)
  }

  async function restart(): Promise<void> {
    process.emitWarning('The embedded PostgreSQL ended by itself and is started again.')
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await wait(pause, undefined, { ref: false })
      if (isStopping) return
      const next = await stopLeftover(folder)
        .then(start)
        .catch(() => undefined)
      if (!next) continue
      child = next
      return watch()
    }
  }

  watch()
  return {
    async stop() {
      isStopping = true
      await restarting
      if (child.pid !== undefined && !hasEnded(child)) await stopServer(child.pid, folder)
    },
  }
}
