import { showPlaces } from '#elements/listening/positions.ts'
import { positionsIn } from '#stores/listening/entitlements.ts'

/** What a listener has heard of a title among others. */
export async function showHeard(titleId: number): Promise<void> {
  const rights = await positionsIn(titleId)
  if (rights) showPlaces(rights)
}
