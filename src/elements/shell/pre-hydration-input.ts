/** Buttons whose code is fetched at the first press: the cart, the ebooks of the footer, plans, offline copies, and the count of a chosen genre (BR-5). */
import '#client/early-unmount.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'

const isCounted = () => 'signedIn' in document.documentElement.dataset && !('kids' in document.body.dataset)

document.addEventListener('click', (event) => {
  const element = event.target instanceof Element ? event.target : undefined
  const genre = element?.closest<HTMLElement>('a[data-genre]')?.dataset['genre']
  if (genre && isCounted()) void import('#stores/catalog/page-views.ts').then(({ countGenre }) => countGenre(genre))
  const keep = element?.closest<HTMLElement>('[data-keep]')
  if (keep) void import('../offline/keep-button.ts').then(({ pressKeep }) => pressKeep(keep)).catch(alertOffline)
  const opener = element?.closest<HTMLElement>('[data-ebooks]')
  if (opener)
    void import('#islands/ebooks/ebooks.tsx').then(
      ({ openEbooks }) => openEbooks(opener.dataset['ebooks'] ?? ''),
      alertOffline,
    )
  const plan = element?.closest<HTMLElement>('button[data-plan]')
  if (plan) void import('../plans/subscribe.ts').then(({ subscribe }) => subscribe(plan), alertOffline)
  const play = element?.closest<HTMLElement>('button[data-play]')
  // After a client navigation the page is visible before its own scripts are loaded; those would have handled the event.
  if (play && !event.defaultPrevented)
    void import('../listening/play-buttons.ts').then(({ pressButton }) => pressButton(play), alertOffline)
})

/** Buttons show which audio is saved offline. The cache of samples exists as soon as anything is saved, so others load no code for it. */
document.addEventListener('astro:page-load', async () => {
  if (document.querySelector('[data-keep]') && (await globalThis.caches?.has('keptSamples')))
    void import('../offline/keep-button.ts').catch(alertOffline)
})

// In the capture phase, before the router: the link leads to the cart page where the drawer cannot be opened.
document.addEventListener(
  'click',
  (event) => {
    const basket = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-basket]') : null
    if (!basket || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void import('#islands/cart/open-cart.tsx')
      .then(({ openCart }) => openCart())
      .catch(() => location.assign(basket.href))
  },
  true,
)
