import { showPlaces } from '#elements/listening/positions.ts'
import { placesIn } from '#stores/listening/entitlements.ts'

/** What a listener has heard of a title among others. */
export async function showHeard(titleId: number): Promise<void> {
  const rights = await placesIn(titleId)
  if (rights) showPlaces(rights)
}
