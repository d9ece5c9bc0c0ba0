import { atom } from 'nanostores'
import { deskShelf, deskShelfSave, deskTitleChoices, type ShelfTitle } from '#contract/desk/shop-lists.ts'
import { SHELVES } from '#contract/import.ts'
import { deskCall } from '../call.ts'

export type ShelfName = (typeof SHELVES)[number]
export type ShelfState =
  | { state: 'loading' }
  | { state: 'failed'; fault: string }
  | {
      state: 'ready'
      shelf: ShelfName
      titles: readonly ShelfTitle[]
      version: string
      isDirty: boolean
      isBusy: boolean
      fault?: string | undefined
      theirs?: { titles: readonly ShelfTitle[]; version: string } | undefined
    }

export const $shelf = atom<ShelfState>({ state: 'loading' })
export const $choices = atom<readonly ShelfTitle[]>([])
let asked = 0

export async function openShelf(shelf: ShelfName): Promise<void> {
  const own = (asked += 1)
  $shelf.set({ state: 'loading' })
  const result = await deskCall(deskShelf, { shelf })
  if (own !== asked) return
  $shelf.set(
    result.ok
      ? { state: 'ready', shelf, isDirty: false, isBusy: false, ...result.value }
      : { state: 'failed', fault: result.fault },
  )
}

export function changeShelf(titles: readonly ShelfTitle[]): void {
  const now = $shelf.get()
  if (now.state === 'ready') $shelf.set({ ...now, titles, isDirty: true })
}

/** Returns whether the order was saved. `isOver`: over what somebody else saved, now that it was seen. */
export async function saveShelf(isOver = false): Promise<boolean> {
  const now = $shelf.get()
  if (now.state !== 'ready' || now.isBusy) return false
  const { shelf, titles } = now
  const version = isOver && now.theirs ? now.theirs.version : now.version
  $shelf.set({ ...now, isBusy: true, fault: undefined })
  const result = await deskCall(deskShelfSave, { shelf, version, ids: titles.map(({ id }) => id) })
  if (result.ok) {
    $shelf.set({ state: 'ready', shelf, isDirty: false, isBusy: false, ...result.value })
    return true
  }
  const theirs = result.fault === 'changedMeanwhile' ? await deskCall(deskShelf, { shelf }) : undefined
  $shelf.set({ ...now, isBusy: false, fault: result.fault, theirs: theirs?.ok ? theirs.value : undefined })
  return false
}

export async function findChoices(q: string): Promise<void> {
  const result = await deskCall(deskTitleChoices, { q })
  $choices.set(result.ok ? result.value.titles : [])
}
