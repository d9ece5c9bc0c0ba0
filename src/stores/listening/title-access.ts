import { call } from '#client/browser-call.ts'
import type { CallResult } from '#client/call.ts'
import { titleAccess, type ListenedPosition, type TitleAccess } from '#contract/library/library.ts'

/** `asked_at`: when this device asked, in milliseconds since 1970; what it reported later is not in the position. */
export type ServerPosition = ListenedPosition & { asked_at: number }
export type KnownAccess = Omit<TitleAccess, 'last_place'> & { last_place: ServerPosition | null }
type Refused = Exclude<CallResult<typeof titleAccess>, { ok: true }>

/**
 * What the listener may do with titles, and where they stopped. The moments of places are told in the time of this device, whose
 * clock may be wrong by hours: only how long ago something was can be compared [PL-9].
 */
export async function accessTo(product_ids: number[]): Promise<Refused | { ok: true; titles: KnownAccess[] }> {
  const asked = Date.now()
  const result = await call(titleAccess, { product_ids })
  if (!result.ok) return result
  const { titles, now } = result.value
  const ahead = now === undefined ? 0 : asked - Date.parse(now)
  return { ok: true, titles: titles.map((title) => inTimeOfDevice(title, asked, ahead)) }
}

function inTimeOfDevice(title: TitleAccess, asked_at: number, milliseconds: number): KnownAccess {
  const place = title.last_place
  if (!place) return { ...title, last_place: null }
  const played_at = new Date(Date.parse(place.played_at) + milliseconds).toISOString()
  return { ...title, last_place: { ...place, played_at, asked_at } }
}
