/** A genre chip anywhere selects the genre for /browse (BR-2): the choice is kept before the link is followed. */
import { giveReason } from '#client/reason.ts'
import { keep, kept } from '#client/storage.ts'
import { storageKeys } from '#contract/storage.ts'

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-genre]') : null
  if (!link) return
  keep(storageKeys.categoryId, link.dataset['genre'] ?? '')
  keep(storageKeys.categoryName, link.dataset['genreName'] ?? '')
  keep(storageKeys.postType, link.dataset['genreType'] ?? '')
  if (document.querySelector('[data-browse]')) {
    event.preventDefault()
    giveReason('genre')
    document.dispatchEvent(new CustomEvent('shop:genre-chosen'))
  }
})

document.addEventListener('astro:page-load', () => {
  if (document.querySelector('[data-browse]') && kept(storageKeys.categoryId)) giveReason('genre')
  else delete document.documentElement.dataset['genre']
})
