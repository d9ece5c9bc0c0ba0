/** Ctrl-C in a terminal reaches the process twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 1_000

/**
 * Ends the process gracefully at the first SIGTERM or SIGINT, immediately at the second, and at the latest after `seconds`. Returns a
 * function that ends it with an exit code.
 */
export function stopGently(end: () => Promise<unknown>, seconds: () => number): (code: number) => Promise<void> {
  let stoppedAt: number | undefined
  async function stop(code: number): Promise<void> {
    if (stoppedAt !== undefined) process.exit(1)
    stoppedAt = performance.now()
    setTimeout(() => {
      console.error(`the shop did not stop in ${seconds()} s and is killed`)
      process.exit(1)
    }, seconds() * 1000).unref()
    await end().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error))
      code = 1
    })
    process.exit(code)
  }
  const isPassedOn = () => stoppedAt !== undefined && performance.now() - stoppedAt < SAME_SIGNAL_MS
  process.on('SIGINT', () => void (isPassedOn() || stop(0)))
  process.on('SIGTERM', () => void stop(0))
  return stop
}
