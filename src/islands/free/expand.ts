/** Selecting a free title anywhere but on its own controls opens its tracks (TF-1); the summary does it for keys and without a script. */
document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  if (!target || target.closest('a, button, summary, .tracks')) return
  const details = target.closest('[data-expands]')?.querySelector('details')
  // A text that was marked with the mouse is no choice.
  if (details && getSelection()?.isCollapsed !== false) details.open = !details.open
})
