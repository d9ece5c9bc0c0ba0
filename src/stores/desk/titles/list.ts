import { atom } from 'nanostores'
import { deskCreateTitle, deskTitles } from '#contract/desk/titles/titles.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { deskCall } from '../call.ts'
import { createLoadable } from '../loadable.ts'

export type TitleQuery = Omit<InputOf<typeof deskTitles>, 'page'> & { page?: number }
export type ListedTitle = ReplyOf<typeof deskTitles>['titles'][number]
type NewTitle = InputOf<typeof deskCreateTitle>

export const $query = atom<TitleQuery>({})
const list = createLoadable((signal, query: TitleQuery) => deskCall(deskTitles, { page: 1, ...query }, signal))
export const $titles = list.$loadable

export const loadTitles = (): Promise<void> => list.load($query.get())

/** Another search or filter begins with its first page. */
export function findTitles(change: TitleQuery): Promise<void> {
  const next = { ...$query.get(), page: undefined, ...change }
  const entries = Object.entries(next).filter(([, value]) => value !== undefined && value !== '')
  $query.set(Object.fromEntries(entries))
  return loadTitles()
}

/** Returns the id of the new draft, or the fault. */
export async function createTitle(title: NewTitle): Promise<number | string> {
  const result = await deskCall(deskCreateTitle, title)
  return result.ok ? result.value.id : result.fault
}
