/** The control of a certificate (D4): below 100 percent it explains what is missing, at 100 it opens the paper in a window. */
const isGuest = () => !('signedIn' in document.documentElement.dataset)

export function explain(): void {
  document.querySelector<HTMLDialogElement>('dialog#certificate')?.showModal()
}

async function press(box: HTMLElement): Promise<void> {
  const { completion } = box.dataset
  if (isGuest() || (completion !== undefined && completion !== '100')) return explain()
  // Browsers grant a window only in the gesture itself: it is opened empty and led to the paper later.
  const paper = completion === '100' ? window.open('', '_blank') : null
  if (paper) paper.document.body.textContent = box.dataset['opening'] ?? ''
  const life = await import('./certificate-completion.ts').catch(() => undefined)
  if (life) return life.openPaper(box, paper)
  paper?.close()
  const note = box.querySelector<HTMLElement>('[data-note]')
  if (!note) return
  note.hidden = false
  note.textContent = box.dataset['offlineWord'] ?? ''
}

document.addEventListener('click', (event) => {
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-certificate]') : null
  const box = control?.closest<HTMLElement>('.certificate')
  if (box && box.getAttribute('aria-busy') !== 'true') void press(box)
})
