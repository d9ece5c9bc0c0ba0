/** One topic at a time (FQ-1): its link shows its questions, the address names it, and a shared link opens it. Without a script all stand open. */
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-topic]')]
const inAddress = () => links().find((link) => link.hash === location.hash)

function choose(link: HTMLAnchorElement | undefined) {
  for (const other of links()) {
    if (other === link) other.setAttribute('aria-current', 'true')
    else other.removeAttribute('aria-current')
  }
  for (const part of document.querySelectorAll<HTMLElement>('[data-questions]'))
    part.hidden = part.dataset['questions'] !== link?.dataset['topic']
}

// Captured: the router would take the link for a move within the page.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-topic]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    history.replaceState(history.state, '', link.hash)
    choose(link)
  },
  true,
)
addEventListener('hashchange', () => {
  const link = inAddress()
  if (link) choose(link)
})
document.addEventListener('astro:page-load', () => choose(inAddress() ?? links()[0]))

// A module: what it names is its own.
export {}
