/** The cover of the card that was pressed moves to the page of its title. */
document.addEventListener('astro:before-preparation', ({ sourceElement }) => {
  if (!sourceElement?.matches('article :is(h2, h3) a') || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const cover of document.querySelectorAll<HTMLElement>('.card img'))
    cover.style.removeProperty('view-transition-name')
  sourceElement.closest('article')?.querySelector('img')?.style.setProperty('view-transition-name', 'cover')
})

// A module: what it names is its own.
export {}
