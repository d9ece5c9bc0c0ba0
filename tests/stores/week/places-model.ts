import { resumeAt } from '#contract/listening/listening.ts'

/** `seconds`: absent where a track begins, whose place the shop knows until the next report. `isSure`: it must reach the shop. */
export type Stop = {
  device: string
  track: number
  seconds?: number
  length: number
  at: number
  isSure: boolean
}

/** Where one listener stopped in a title, on whichever device: the last stop is where it goes on. */
export class PlacesModel {
  private readonly stops = new Map<number, Stop[]>()

  stop(title: number, stop: Stop): void {
    this.stops.set(title, [...(this.stops.get(title) ?? []), stop])
  }

  get titles(): number[] {
    return [...this.stops.keys()]
  }

  /** Stops of a device that was cleared, or whose clock was moved before it sent them. */
  doubt(device: string): void {
    for (const all of this.stops.values()) for (const stop of all) if (stop.device === device) stop.isSure = false
  }

  /** Whether a title may go on there. The shop stores whole seconds. */
  allows(title: number, place: { track_id: number; seconds: number } | null): boolean {
    const all = this.stops.get(title) ?? []
    const lastSure = all.findLast(({ isSure }) => isSure)
    if (!place) return lastSure === undefined
    return all.some(
      ({ track, seconds, length, at }) =>
        track === place.track_id &&
        at >= (lastSure?.at ?? 0) &&
        (seconds === undefined || resumeAt(Math.floor(seconds), length) === resumeAt(place.seconds, length)),
    )
  }

  /** All that could be there, for a message. */
  of(title: number): readonly Stop[] {
    return (this.stops.get(title) ?? []).slice(-4)
  }

  /** All devices have met there: what was before is over. */
  settle(title: number, stop: Stop): void {
    this.stops.set(title, [stop])
  }
}
