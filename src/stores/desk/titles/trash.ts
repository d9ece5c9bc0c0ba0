import { deskChanges } from '#contract/desk/history.ts'
import { deskChangeState, deskTitle, deskTitles } from '#contract/desk/titles/titles.ts'
import { deskCall, undoChange } from '../call.ts'
import { createLoadable, type Loadable } from '../loadable.ts'

const trash = createLoadable((signal, page: number) => deskCall(deskTitles, { state: 'trash', page }, signal))
const changes = createLoadable((signal, page: number) => deskCall(deskChanges, { page }, signal))
export const $trash = trash.$loadable
export const $changes = changes.$loadable
/** Without a page: the one that is shown. */
export const loadTrash = (page = shownPage($trash.get())): Promise<void> => trash.load(page)
export const loadChanges = (page = shownPage($changes.get())): Promise<void> => changes.load(page)

function shownPage(list: Loadable<{ page: number }>): number {
  return list.state === 'ready' ? list.value.page : 1
}

/** Out of the trash, as a draft. Returns the fault. */
export async function restoreTitle(id: number): Promise<string | undefined> {
  const current = await deskCall(deskTitle, { id })
  if (!current.ok) return current.fault
  const result = await deskCall(deskChangeState, { id, version: current.value.version, change: 'restore' })
  await Promise.all([loadTrash(), loadChanges()])
  return result.ok ? undefined : result.fault
}

/** Takes a change back. Returns the fault. */
export async function undoDeskChange(id: number): Promise<string | undefined> {
  const fault = await undoChange(id)
  await Promise.all([loadTrash(), loadChanges()])
  return fault
}
