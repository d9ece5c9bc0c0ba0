const CHECK_MS = 500

/** Calls `end` when npm, which started this process, was killed: otherwise the shop would go on without anybody who stops it. */
export function endWithNpm(end: () => void): void {
  if (!process.env['npm_lifecycle_event']) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, CHECK_MS).unref()
}
