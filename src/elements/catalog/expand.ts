/** Selecting a free title anywhere but on its own controls opens its tracks (TF-1); the summary does it for keys and without a script. */
document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  if (!target || target.closest('a, button, summary, .tracks')) return
  const details = target.closest('[data-expands]')?.querySelector('details')
  // A text that was marked with the mouse is no choice.
  if (details && getSelection()?.isCollapsed !== false) details.open = !details.open
})

/** Opened by a listener, the tracks show what was heard of them; a guest fetches nothing. */
function showHeardIn(target: EventTarget | null): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open || !target.matches('[data-expands] details')) return
  const id = Number(target.querySelector<HTMLElement>('ol[data-play]')?.dataset['play'])
  if (!(id > 0) || !('signedIn' in document.documentElement.dataset)) return
  void import('../listening/free-positions.ts').then(({ showHeard }) => showHeard(id)).catch(() => undefined)
}

// Captured: it does not bubble.
document.addEventListener('toggle', ({ target }) => showHeardIn(target), true)
// What was opened before this script was there.
document.addEventListener('astro:page-load', () =>
  document.querySelectorAll('[data-expands] details[open]').forEach(showHeardIn),
)
