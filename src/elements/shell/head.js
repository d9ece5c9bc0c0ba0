/* Runs before paint, the same on every page: currency, signed-in hint, language of a returning reader, presses before scripts are there. */
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
  // 160 kB of heading fonts wait for the first page to be painted; later pages have them from the start.
  let isRich = read('fontsReady') === 'yes'
  const enrich = async () => {
    if (isRich || document.documentElement.lang !== 'mr' || document.readyState !== 'complete') return
    const loaded = await Promise.all([
      document.fonts.load('400 1em "Tiro Deva"', 'अ'),
      document.fonts.load('700 1em "Baloo Deva"', 'अ'),
    ]).catch(() => false)
    if (!loaded) return
    isRich = true
    document.documentElement.classList.add('rich')
    try {
      localStorage.setItem('fontsReady', 'yes')
    } catch {}
  }
  // A reader who moves has seen the page; one who does not gets them a little later.
  for (const sign of ['pointermove', 'scroll', 'keydown', 'touchstart'])
    addEventListener(sign, enrich, { once: true, passive: true })
  document.addEventListener('astro:page-load', () => setTimeout(enrich, 3000))
  const mark = (root) => {
    root.dataset.country = country()
    root.classList.add('scripted')
    if (isRich) root.classList.add('rich')
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
  // A page is seen before its scripts are there, at first and after each turn of the router: what is pressed meanwhile is kept for them.
  // Captured, so that nobody acts on it twice; sound is begun at once, as browsers want it.
  // Of a first page the scripts have run before DOMContentLoaded; what they set up at `astro:page-load` comes later still.
  let isEarly = true
  let early
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target.closest?.('main [type=button]:not([data-play],[data-sample])')
      const island = button?.closest('astro-island')
      if (island?.hasAttribute('ssr')) {
        if (!island.early) island.addEventListener('astro:hydrate', () => island.early.click(), { once: true })
        island.early = button
      } else if (isEarly && button && !island) {
        event.stopImmediatePropagation()
        early = button
      }
    },
    true,
  )
  document.addEventListener('submit', ({ target }) => {
    if ('early' in target.dataset) target.dataset.asked = ''
  })
  document.addEventListener('astro:after-swap', () => (isEarly = true))
  document.addEventListener('DOMContentLoaded', () => (isEarly = false))
  document.addEventListener('astro:page-load', () => {
    isEarly = false
    // The others who wait for this event come first.
    queueMicrotask(() => {
      early?.click()
      early = undefined
    })
  })
  if (read('language') === 'MR' && document.documentElement.lang === 'en') {
    const twin = document.querySelector('link[rel=alternate][hreflang=mr]')
    if (twin) location.replace(new URL(twin.href).pathname + location.search + location.hash)
  }
})()
