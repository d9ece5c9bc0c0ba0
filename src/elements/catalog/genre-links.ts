/** A genre chip anywhere selects the genre for /browse (BR-2): the choice is kept before the link is followed, and `?genre=` of a shared link is taken up. */
import { triggerHydration } from '#client/hydration-trigger.ts'
import { $categoryId, chooseGenre } from '#stores/catalog/genre-choice.ts'

export type GenreChoice = { id: string; name: string; type: string }

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
  chooseGenre(choiceOf(link))
  if (!isBrowse()) return
  event.preventDefault()
  history.replaceState(history.state, '', link.getAttribute('href'))
  triggerHydration('genre')
}

// Captured: the router's own listener would have begun to leave the page before ours could say no.
document.addEventListener('click', choose, true)

document.addEventListener('astro:page-load', () => {
  if (!isBrowse()) return void delete document.documentElement.dataset['genre']
  const asked = new URLSearchParams(location.search).get('genre')
  const chip = asked && /^\d+$/.test(asked) ? document.querySelector<HTMLElement>(`a[data-genre="${asked}"]`) : null
  if (chip && asked !== $categoryId.get()) chooseGenre(choiceOf(chip))
  if ($categoryId.get()) triggerHydration('genre')
})
