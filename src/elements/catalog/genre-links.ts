/** A genre chip anywhere selects the genre for /browse (BR-2): the choice is kept before the link is followed, and `?genre=` of a shared link is taken up. */
import { giveReason } from '#client/hydration-trigger.ts'
import { keep, kept } from '#client/storage.ts'
import { storageKeys } from '#contract/storage.ts'

export type GenreChoice = { id: string; name: string; type: string }

function keepChoice({ id, name, type }: GenreChoice) {
  keep(storageKeys.categoryId, id)
  keep(storageKeys.categoryName, name)
  keep(storageKeys.postType, type)
}

const choiceOf = ({ dataset }: HTMLElement): GenreChoice => ({
  id: dataset['genre'] ?? '',
  name: dataset['genreName'] ?? '',
  type: dataset['genreType'] ?? '',
})
const isBrowse = () => document.querySelector('[data-browse]') !== null

function choose(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-genre]') : null
  // A new tab takes the genre from the address.
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  const detail = choiceOf(link)
  keepChoice(detail)
  if (!isBrowse()) return
  event.preventDefault()
  history.replaceState(history.state, '', link.getAttribute('href'))
  giveReason('genre')
  document.dispatchEvent(new CustomEvent('shop:genre-chosen', { detail }))
}

// Captured: the router's own listener would have begun to leave the page before ours could say no.
document.addEventListener('click', choose, true)

document.addEventListener('astro:page-load', () => {
  if (!isBrowse()) return void delete document.documentElement.dataset['genre']
  const asked = new URLSearchParams(location.search).get('genre')
  const chip = asked && /^\d+$/.test(asked) ? document.querySelector<HTMLElement>(`a[data-genre="${asked}"]`) : null
  if (chip && asked !== kept(storageKeys.categoryId)) keepChoice(choiceOf(chip))
  if (kept(storageKeys.categoryId)) giveReason('genre')
})
