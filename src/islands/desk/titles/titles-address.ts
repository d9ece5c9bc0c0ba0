import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import type { TitleQuery } from '#stores/desk/titles/list.ts'

const NAMES = ['q', 'state', 'type', 'language', 'gap'] as const

/** Other pages of the desk lead to the list with a filter: `?gap=cover`; who comes back finds the list as they left it. */
export function queryIn(text: string): Record<string, string | number> {
  const query = new URLSearchParams(text)
  const page = Number(query.get('page'))
  const texts = NAMES.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  return { ...Object.fromEntries(texts), ...(page > 1 && Number.isInteger(page) && { page }) }
}

const textOf = (query: TitleQuery): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()

export function keepInAddress(query: TitleQuery): void {
  const text = textOf(query)
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`))
}

/** Of the link to a title in the list. */
export const linkId = (id: number): string => `title-${id}`

/** The editor of a title; it knows the list from which it was opened. Pages of the desk send no referrer. */
export function pathToEditor(locale: Locale, id: number, query: TitleQuery): string {
  const list = textOf(query)
  return deskPath('title', locale, { id, ...(list && { list }) })
}

/** The list from which the title was opened, at its row. */
export function listBefore(locale: Locale, id: number): string {
  const list = new URLSearchParams(location.search).get('list') ?? ''
  return `${deskPath('titles', locale, queryIn(list))}#${linkId(id)}`
}

/** The title that was opened is found again when somebody goes back. */
export const keepPlace = (id: number): void => history.replaceState(history.state, '', `#${linkId(id)}`)

/** Once: another search begins at its top. */
export function goToKeptPlace(): void {
  const link = location.hash && document.getElementById(location.hash.slice(1))
  if (!link) return
  history.replaceState(history.state, '', location.pathname + location.search)
  link.focus({ preventScroll: true })
  link.scrollIntoView({ block: 'center' })
}
