/** A press on the button of a form before React is there is remembered for it (islands/forms/early.ts). */
document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement && 'early' in target.dataset) target.dataset['asked'] = ''
})

/** Any other button of an island is pressed again when React is there: the last one, if there were several. */
const pressed = new WeakMap<Element, HTMLElement>()
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('astro-island[ssr] button[type=button]')
  const island = button && button.closest('astro-island')
  if (!island) return
  if (!pressed.has(island)) island.addEventListener('astro:hydrate', () => pressed.get(island)?.click(), { once: true })
  pressed.set(island, button)
})
