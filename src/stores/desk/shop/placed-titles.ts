import { atom } from 'nanostores'
import { deskShelf, deskShelfSave, deskTitleChoices, type ShelfTitle } from '#contract/desk/shop/shop-lists.ts'
import { SHELVES } from '#contract/import/import.ts'
import { deskCall } from '../call.ts'
import { isSame, rebase } from '../../rebase.ts'

type ShelfName = (typeof SHELVES)[number]
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
type Ready = Extract<ShelfState, { state: 'ready' }>

export const $shelf = atom<ShelfState>({ state: 'loading' })
export const $choices = atom<readonly ShelfTitle[]>([])
let wanted: ShelfName | undefined
/** Shelves with changes that are not saved, while another one is shown. */
const unsaved = new Map<ShelfName, Ready>()

function put(now: Ready): void {
  if (now.isDirty || now.isBusy) unsaved.set(now.shelf, now)
  else unsaved.delete(now.shelf)
  if (now.shelf === wanted) $shelf.set(now)
}

const ready = (shelf: ShelfName): Ready | undefined => {
  const now = $shelf.get()
  return unsaved.get(shelf) ?? (now.state === 'ready' && now.shelf === shelf ? now : undefined)
}

export async function openShelf(shelf: ShelfName): Promise<void> {
  wanted = shelf
  const mine = unsaved.get(shelf)
  if (mine) return $shelf.set(mine)
  $shelf.set({ state: 'loading' })
  const result = await deskCall(deskShelf, { shelf })
  if (shelf !== wanted || unsaved.has(shelf)) return
  $shelf.set(
    result.ok
      ? { state: 'ready', shelf, isDirty: false, isBusy: false, ...result.value }
      : { state: 'failed', fault: result.fault },
  )
}

export function changeShelf(titles: readonly ShelfTitle[]): void {
  const now = $shelf.get()
  if (now.state === 'ready') put({ ...now, titles, isDirty: true })
}

/** Returns whether the order was saved. `isOver`: over what somebody else saved, now that it was seen. */
export async function saveShelf(isOver = false): Promise<boolean> {
  const before = $shelf.get()
  if (before.state !== 'ready' || before.isBusy) return false
  const { shelf, titles } = before
  const version = isOver && before.theirs ? before.theirs.version : before.version
  put({ ...before, isBusy: true, fault: undefined })
  const result = await deskCall(deskShelfSave, { shelf, version, ids: titles.map(({ id }) => id) })
  const other = !result.ok && result.fault === 'changedMeanwhile' ? await deskCall(deskShelf, { shelf }) : undefined
  // What was moved meanwhile stays.
  const now = ready(shelf) ?? before
  if (!result.ok) {
    put({ ...now, isBusy: false, fault: result.fault, theirs: other?.ok ? other.value : undefined })
    return false
  }
  const own = { state: 'ready', shelf, version: result.value.version, isBusy: false } as const
  put({ ...own, titles: rebase(titles, now.titles, result.value.titles), isDirty: !isSame(titles, now.titles) })
  return true
}

export async function findChoices(q: string): Promise<void> {
  const result = await deskCall(deskTitleChoices, { q })
  $choices.set(result.ok ? result.value.titles : [])
}
