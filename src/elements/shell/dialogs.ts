/** A control with `data-opens` shows the dialog of that id; share.ts closes it, and the browser gives the focus back. */
document.addEventListener('click', (event) => {
  const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-opens]') : null
  const dialog = opener && document.getElementById(opener.dataset['opens'] ?? '')
  if (dialog instanceof HTMLDialogElement) dialog.showModal()
})
