/** The cover of the card that was pressed moves to the page of its title. */
document.addEventListener('astro:before-preparation', ({ sourceElement }) => {
  if (!sourceElement?.matches('article :is(h2, h3) a') || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const cover of document.querySelectorAll<HTMLElement>('article img')) cover.style.viewTransitionName = ''
  const cover = sourceElement.closest('article')?.querySelector('img')
  if (cover) cover.style.viewTransitionName = 'cover'
})

// A page that is left before its transition began: the browser skips the transition, and reports that as an error that nobody handled.
document.addEventListener('astro:before-preparation', () => {
  void document.activeViewTransition?.ready.catch(() => undefined)
})

// A module: what it names is its own.
export {}
