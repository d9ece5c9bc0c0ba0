/* Runs before paint, the same on every page: currency, signed-in hint, language of a returning reader. */
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key) || ''
    } catch {
      return ''
    }
  }
  const country = () => {
    const kept = read('currentcountrycode')
    if (/^[A-Z]{2}$/.test(kept)) return kept
    let zone = ''
    try {
      zone = Intl.DateTimeFormat().resolvedOptions().timeZone || ''
    } catch {}
    return !zone || /Kolkata|Calcutta/.test(zone) ? 'IN' : 'US'
  }
  const mark = (root) => {
    root.dataset.country = country()
    root.classList.add('scripted')
    if (read('signedInHint') === 'yes') root.dataset.signedIn = ''
    const { sound } = document.documentElement.dataset
    if (sound !== undefined) root.dataset.sound = sound
  }
  mark(document.documentElement)
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    mark(newDocument.documentElement)
    // The router's page finds its fonts loaded: a preload would only be fetched for nothing.
    for (const link of newDocument.querySelectorAll('link[rel=preload]')) link.remove()
  })
  if (read('language') === 'MR' && document.documentElement.lang === 'en') {
    const twin = document.querySelector('link[rel=alternate][hreflang=mr]')
    if (twin) location.replace(new URL(twin.href).pathname + location.search + location.hash)
  }
})()
