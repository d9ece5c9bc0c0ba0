/**
 * Ends the process gracefully at the first SIGTERM or SIGINT, immediately at the second, and at the latest after `seconds`.
 * Returns a function that ends it with an exit code.
 */
export function stopGently(end: () => Promise<unknown>, seconds: () => number): (code: number) => Promise<void> {
  let isStopping = false
  async function stop(code: number): Promise<void> {
    if (isStopping) process.exit(1)
    isStopping = true
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
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  return stop
}
