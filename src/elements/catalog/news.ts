/** The picture of a news item in a dialog (AB-1). The dialog gives the focus back to the link by itself. */
function show(link: HTMLAnchorElement, dialog: HTMLDialogElement) {
  const name = link.dataset['news'] ?? ''
  const heading = Object.assign(document.createElement('h2'), { textContent: name })
  const picture = Object.assign(document.createElement('img'), { src: link.href, alt: '', width: 1024, height: 640 })
  for (const old of dialog.querySelectorAll('h2, img')) old.remove()
  dialog.prepend(heading, picture)
  dialog.ariaLabel = name
  dialog.showModal()
}

// Captured: the router would follow the link to the picture.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-news]') : null
    const dialog = document.querySelector<HTMLDialogElement>('#news-picture')
    if (!link || !dialog || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    show(link, dialog)
  },
  true,
)

// A module: what it names is its own.
export {}
