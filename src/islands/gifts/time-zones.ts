import type { Option } from '#ui/Field.tsx'

/** Names that browsers still use for places which are called otherwise today. */
const TODAY: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho Chi Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The zones of this browser, as their places; with the one that is chosen, which another browser may have named. */
export function timeZoneOptions(chosen: string): Option[] {
  const zones = new Set([...('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []), 'UTC', chosen])
  zones.delete('')
  const options = [...zones].map((value) => ({ value, label: (TODAY[value] ?? value).replaceAll('_', ' ') }))
  return options.toSorted((one, other) => (one.label < other.label ? -1 : 1))
}
