/** Progress of a listener in the language lab (LL-1); a guest fetches nothing more. */
document.addEventListener('astro:page-load', () => {
  if (!document.querySelector('[data-lab]') || !('signedIn' in document.documentElement.dataset)) return
  void import('./lab-progress.ts').then(({ showLab }) => showLab()).catch(() => undefined)
})
