/** Of several requests for the same data, only the latest may write its answer. */
export function createLatestOnly() {
  let latest = 0
  /** Joins the latest request: tells whether no newer one has started since. */
  const current = (): (() => boolean) => {
    const mine = latest
    return () => mine === latest
  }
  return {
    current,
    start: (): (() => boolean) => {
      latest += 1
      return current()
    },
    /** No pending request may write any more: the listener left. */
    cancel: (): void => void (latest += 1),
  }
}
