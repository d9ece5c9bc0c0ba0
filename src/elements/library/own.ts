/** A title's buttons for who is signed in; a guest fetches nothing more (SD-2). */
document.addEventListener('astro:page-load', () => {
  const box = document.querySelector<HTMLElement>('[data-own]')
  if (!box || !('signedIn' in document.documentElement.dataset)) return
  void import('./owned-title.ts').then(({ ownTitle }) => ownTitle(box)).catch(() => undefined)
})
