/** Of several who ask for the same, only the newest may answer. */
export function createTurns() {
  let newest = 0
  /** Whether no newer one has begun since. */
  const present = (): (() => boolean) => {
    const mine = newest
    return () => mine === newest
  }
  return {
    present,
    begin: (): (() => boolean) => {
      newest += 1
      return present()
    },
    /** Nobody who asked may answer any more: the listener left. */
    end: (): void => void (newest += 1),
  }
}
