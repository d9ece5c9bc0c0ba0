/** `?type=writer` chooses the heading of the contact page (C2). */
function showType(): void {
  const links = [...document.querySelectorAll<HTMLElement>('.types a[data-type]')]
  const heading = document.querySelector('main h1')
  const asked = new URLSearchParams(location.search).get('type')
  const chosen = links.find(({ dataset }) => dataset['type'] === asked) ?? links[0]
  if (!chosen || !heading) return
  heading.textContent = chosen.dataset['heading'] ?? heading.textContent
  links.find((link) => link.hasAttribute('aria-current'))?.removeAttribute('aria-current')
  chosen.setAttribute('aria-current', 'true')
}

document.addEventListener('astro:page-load', showType)
