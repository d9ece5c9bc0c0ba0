/** Share: the device's own sheet where there is one, else a dialog with four networks and a link to copy (BR-4). */
async function share(button: HTMLElement) {
  const { shareTitle = '', shareText = '', shareUrl = '' } = button.dataset
  const url = new URL(shareUrl, location.origin).href
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title: shareTitle, text: shareText, url })
      return
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  const dialog = button.parentElement?.querySelector('dialog')
  dialog?.showModal()
}

/** Of the page, or of the track in whose row the button stands: to the second that it is at (PD-5). */
function addressOf(button: HTMLElement): string {
  const row = button.parentElement?.querySelector<HTMLAnchorElement>('a[data-track]')
  if (row) return row.href + ('mine' in row.dataset ? `&t=${row.dataset['at']}` : '')
  const path =
    button.closest('.share')?.querySelector<HTMLElement>('[data-share-url]')?.dataset['shareUrl'] ?? location.pathname
  return new URL(path, location.origin).href
}

async function copy(button: HTMLElement) {
  const note = button.parentElement?.querySelector<HTMLElement>('[role=status]')
  const address = addressOf(button)
  // Without permission (plain http) the address itself is shown, to be copied by hand.
  const isCopied = await navigator.clipboard?.writeText(address).then(
    () => true,
    () => false,
  )
  if (note) note.textContent = isCopied ? (button.dataset['copied'] ?? '') : address
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  const opener = target?.closest<HTMLElement>('[data-share-url]')
  if (opener) void share(opener)
  const copier = target?.closest<HTMLElement>('[data-copied]')
  if (copier) void copy(copier)
  // A click on the backdrop lands on the dialog itself.
  if (target instanceof HTMLDialogElement || target?.closest('[data-close]')) target.closest('dialog')?.close()
})
