/**
 * React reports error 424 for a root that is unmounted before it hydrated (https://github.com/facebook/react/issues/24610). Here that
 * means that the router left the page while an island hydrated, which is no fault. @astrojs/react unmounts the islands of the old page
 * while `astro:after-swap` is dispatched, so the error is silenced for that moment only.
 */
function silence(event: ErrorEvent): void {
  if (/#424;/.test(event.message)) event.preventDefault()
}

document.addEventListener('astro:after-swap', () => {
  addEventListener('error', silence)
  setTimeout(() => removeEventListener('error', silence))
})
