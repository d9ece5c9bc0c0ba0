import { placeOf } from '#contract/time-zones.ts'
import type { Option } from '#ui/Field.tsx'

/** The zones of this browser, as their places; with the one that is chosen, which another browser may have named. */
export function timeZoneOptions(chosen: string): Option[] {
  const zones = new Set([...('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []), 'UTC', chosen])
  zones.delete('')
  const options = [...zones].map((value) => ({ value, label: placeOf(value) }))
  return options.toSorted((one, other) => (one.label < other.label ? -1 : 1))
}
