/** Read-more swaps the short text for the whole one (AU-1, PD-2); both stand in the HTML, so it works as an anchor without a script too. */
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-read-more]') : null
  if (!button) return
  const box = button.closest<HTMLElement>('[data-text]')
  if (!box) return
  const isWhole = box.toggleAttribute('data-whole')
  button.setAttribute('aria-expanded', String(isWhole))
  button.textContent = (isWhole ? button.dataset['less'] : button.dataset['more']) ?? ''
})
