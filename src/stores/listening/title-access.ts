import { call } from '#client/browser-call.ts'
import type { CallResult } from '#client/call.ts'
import { titleAccess, type TitleAccess } from '#contract/library.ts'

/**
 * What the listener may do with titles, and where they stopped. The moments of places are told in the time of this device, whose
 * clock may be wrong by hours: only how long ago something was can be compared [PL-9].
 */
export async function accessTo(product_ids: number[]): Promise<CallResult<typeof titleAccess>> {
  const sentAt = Date.now()
  const result = await call(titleAccess, { product_ids })
  if (!result.ok || !result.value.now) return result
  const ahead = sentAt - Date.parse(result.value.now)
  return { ...result, value: { ...result.value, titles: result.value.titles.map((title) => shifted(title, ahead)) } }
}

function shifted(title: TitleAccess, milliseconds: number): TitleAccess {
  const place = title.last_place
  if (!place) return title
  const played_at = new Date(Date.parse(place.played_at) + milliseconds).toISOString()
  return { ...title, last_place: { ...place, played_at } }
}
