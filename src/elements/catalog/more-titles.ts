/**
 * The rest of a kids shelf (KI-2): the next titles come when the foot of the list enters the window, or by the button. The code that
 * asks the API arrives with the first need; a failure says so and keeps everything that is shown.
 */
const footOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-more]') : null
const failures = new WeakSet<HTMLElement>()

function showFailure(foot: HTMLElement, hasFailed: boolean) {
  failures[hasFailed ? 'add' : 'delete'](foot)
  foot.querySelector('.failed')?.toggleAttribute('hidden', !hasFailed)
  foot.querySelector('[data-next]')?.toggleAttribute('hidden', hasFailed)
}

async function load(foot: HTMLElement, takesFocus: boolean) {
  const status = foot.querySelector('[role=status]')
  if (!foot.dataset['cursor'] || !status || foot.ariaBusy === 'true') return
  const before = status.textContent
  foot.ariaBusy = 'true'
  showFailure(foot, false)
  status.textContent = foot.dataset['loading'] ?? ''
  const added = await import('./next-page.ts')
    .then(({ addNextPage }) => addNextPage(foot))
    .catch(() => ({ ok: false }) as const)
  foot.ariaBusy = 'false'
  status.textContent = added.ok ? added.text : before
  if (!added.ok) {
    showFailure(foot, true)
    return takesFocus ? foot.querySelector<HTMLElement>('[data-again]')?.focus() : undefined
  }
  // The button that goes away must not take the focus along.
  if (takesFocus || foot.contains(document.activeElement)) added.first?.focus()
  if (foot.dataset['cursor']) return watch(foot)
  foot.querySelector('[data-next]')?.remove()
}

/** Watched anew after each page: a window taller than the page would never hear of it again. A failure waits for the reader. */
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const foot = footOf(target)
    if (isIntersecting && foot && !failures.has(foot)) void load(foot, false)
  }
})

function watch(foot: HTMLElement) {
  sight.unobserve(foot)
  sight.observe(foot)
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-next], [data-again]') : null
  const foot = footOf(button)
  if (foot) void load(foot, true)
})
document.addEventListener('astro:page-load', () => {
  sight.disconnect()
  for (const foot of document.querySelectorAll<HTMLElement>('[data-more][data-cursor]')) watch(foot)
})

// A module: what it names is its own.
export {}
