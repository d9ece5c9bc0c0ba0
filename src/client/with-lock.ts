const running = new Map<string, Promise<void>>()

/** One at a time, in all tabs of the browser. */
export async function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  const before = running.get(name)
  const mine = (before ?? Promise.resolve()).then(() =>
    'locks' in navigator ? navigator.locks.request(name, work) : work(),
  )
  running.set(name, mine)
  try {
    await mine
  } finally {
    if (running.get(name) === mine) running.delete(name)
  }
}
