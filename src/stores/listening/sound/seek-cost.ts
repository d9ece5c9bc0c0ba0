/** What a seek costs until this device has shown it, in seconds. */
const USUAL = 0.05
const REMEMBERED = 5
/** A seek must gain at least this much more than it costs. */
const LEAST_GAIN = 0.03
/** After so many pauses that were left alone it is tried again: the machine may have been busy. */
const LEFT_ALONE = 20

/**
 * Says whether a seek is worth what it costs on this device. The middle one of the last costs counts: a single seek that waits for
 * the network or for a busy machine says nothing about the next one.
 */
export function createSeekCost() {
  let costs: number[] = []
  let leftAlone = new Set<number>()

  function forget(): void {
    costs = Array.from({ length: REMEMBERED }, () => USUAL)
    leftAlone = new Set()
  }
  forget()

  const middle = (): number => costs.toSorted((a, b) => a - b)[Math.floor(REMEMBERED / 2)] ?? USUAL

  return {
    add(seconds: number): void {
      costs = [...costs.slice(1), Math.max(0, seconds)]
    },
    /** `pause`: what tells it from others, because the same one is asked for several times. */
    isWorth(gain: number, pause: number): boolean {
      if (gain > middle() + LEAST_GAIN) return true
      leftAlone.add(pause)
      if (leftAlone.size >= LEFT_ALONE) forget()
      return false
    },
  }
}
