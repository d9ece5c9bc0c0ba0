/** Presses whose code is fetched only then: the basket, the ebooks of the footer, and the count of a genre that a listener chose (BR-5). */
const alertOffline = () => document.dispatchEvent(new CustomEvent('shop:offline'))
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
  // The router shows a page before the page's own scripts are there, which would have taken the event.
  if (play && !event.defaultPrevented)
    void import('../listening/play-buttons.ts').then(({ pressButton }) => pressButton(play), alertOffline)
})

/** Buttons show that their sound is kept: who keeps none fetches nothing of that. Whoever keeps something has a store of samples. */
document.addEventListener('astro:page-load', async () => {
  if (document.querySelector('[data-keep]') && (await globalThis.caches?.has('keptSamples')))
    void import('../offline/keep-button.ts').catch(alertOffline)
})

// Captured: the router would follow the link, which is there for a browser that cannot open the basket.
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
