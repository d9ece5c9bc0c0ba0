const running = new Map<string, Promise<void>>()

/** Runs one task of a name at a time, across all tabs where the browser has Web Locks, else within this tab. */
export async function withLock(name: string, task: () => Promise<void>): Promise<void> {
  const previous = running.get(name)
  const current = (previous ?? Promise.resolve()).then(() =>
    'locks' in navigator ? navigator.locks.request(name, task) : task(),
  )
  running.set(name, current)
  try {
    await current
  } finally {
    if (running.get(name) === current) running.delete(name)
  }
}
