const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

/** Waits longer with every retry, and no longer than until the network is back. */
export function waitForNetwork(retries: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, RETRY_MS[Math.min(retries, RETRY_MS.length - 1)])
    window.addEventListener(
      'online',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
