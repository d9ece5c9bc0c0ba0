/**
 * Ends a process gently at the first SIGTERM or Ctrl-C, at once at the second, and at the latest after so many seconds. Gives what
 * ends it with a code.
 */
export function stopGently(end: () => Promise<unknown>, seconds: () => number): (code: number) => Promise<void> {
  let isStopping = false
  async function stop(code: number): Promise<void> {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => {
      console.error(`the shop did not stop in ${seconds()} s: it is ended`)
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
