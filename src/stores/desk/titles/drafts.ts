import { array, number, object, string } from 'superstruct'
import { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { storageKeys } from '#contract/storage.ts'
import { persistentJson } from '../../persistent-json.ts'

const Draft = object({ id: number(), version: string(), title: TitleEdit, base: TitleEdit, at: string() })
export type TitleDraft = { id: number; version: string; title: TitleEdit; base: TitleEdit; at: string }
const MOST = 5

/** Edits that the server does not have yet, the newest first. They outlive a closed tab and a dead line. */
export const $drafts = persistentJson<TitleDraft[]>(storageKeys.deskTitleDrafts, [], array(Draft))

export const draftOf = (id: number): TitleDraft | undefined => $drafts.get().find((draft) => draft.id === id)

export function keepDraft(draft: TitleDraft): void {
  $drafts.set([draft, ...$drafts.get().filter(({ id }) => id !== draft.id)].slice(0, MOST))
}

export function dropDraft(id: number): void {
  if (draftOf(id)) $drafts.set($drafts.get().filter((draft) => draft.id !== id))
}
