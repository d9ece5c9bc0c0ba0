const RETRY_MS = [2_000, 5_000, 15_000, 60_000, 300_000] as const

/** How a sending that failed is repeated. */
type RetryLater = { failed(): void; succeeded(): void; cancel(): void }

/** Calls `send` again some time after each failure, later with every one, and as soon as the network is back. */
export function retryLater(send: () => void): RetryLater {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  if (typeof window !== 'undefined')
    window.addEventListener('online', () => {
      // The event may come before the line can be used: the next attempt must be soon, however many failed before it.
      failures = 0
      send()
    })
  return {
    failed: () => {
      timer = setTimeout(send, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
      failures += 1
    },
    succeeded: () => {
      failures = 0
    },
    cancel: () => clearTimeout(timer),
  }
}
