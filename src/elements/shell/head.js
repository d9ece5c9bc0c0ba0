/* Runs before paint, the same on every page: currency, signed-in hint, language of a returning reader, input before hydration. */
;(() => {
  const read = (key, storage = 'localStorage') => {
    try {
      return window[storage].getItem(key) || ''
    } catch {
      return ''
    }
  }
  const country = () => {
    let zone = ''
    try {
      zone = Intl.DateTimeFormat().resolvedOptions().timeZone || ''
    } catch {}
    return !zone || /Kolkata|Calcutta/.test(zone) ? 'IN' : 'US'
  }
  // 180 kB of fonts are loaded after the first Marathi page was painted. Pages after it use them from the start; on this one nothing
  // moves: the whole font draws like its core, and has the rest. The note ends with the tab, because a cache may be emptied.
  let isRich = read('fontsReady', 'sessionStorage') === 'yes'
  const enrich = async () => {
    const root = document.documentElement
    if (isRich || root.lang !== 'mr' || document.readyState !== 'complete' || navigator.connection?.saveData) return
    const loaded = await Promise.all(
      ['400 1em "Mukta Whole"', '400 1em "Tiro Deva"', '700 1em "Baloo Deva"'].map((font) =>
        document.fonts.load(font, 'अ'),
      ),
    ).catch(() => false)
    if (!loaded) return
    isRich = true
    root.dataset.letters = 'all'
    try {
      sessionStorage.setItem('fontsReady', 'yes')
    } catch {}
  }
  // Loaded at the first input, else a little later.
  for (const sign of ['pointermove', 'scroll', 'keydown', 'touchstart'])
    addEventListener(sign, enrich, { once: true, passive: true })
  document.addEventListener('astro:page-load', () => setTimeout(enrich, 3000))
  const suggestsMarathi = () =>
    !read('language') && read('languageLine') !== 'no' && navigator.languages.some((name) => /^mr\b/i.test(name))
  const mark = (root) => {
    // The stored country is the one of a listener; without a listener the time zone decides.
    const stored = read('signedInHint') === 'yes' ? read('currentcountrycode') : ''
    root.dataset.zone = country()
    root.dataset.country = /^[A-Z]{2}$/.test(stored) ? stored : root.dataset.zone
    root.classList.toggle('greets', read('isShowCookiePolicy') !== 'false')
    root.classList.toggle('suggests-marathi', suggestsMarathi())
    root.classList.add('scripted')
    if (isRich) root.classList.add('rich')
    if (read('signedInHint') === 'yes') root.dataset.signedIn = ''
    const { sound } = document.documentElement.dataset
    if (sound !== undefined) root.dataset.sound = sound
  }
  mark(document.documentElement)
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    mark(newDocument.documentElement)
    // The fonts are loaded already after a client navigation: a preload would be unused.
    for (const link of newDocument.querySelectorAll('link[rel=preload]')) link.remove()
  })
  // A page is visible before its scripts are loaded, at first and after each client navigation: a click in an island that is not hydrated,
  // or in a custom element that is not defined, is stored and repeated. In the capture phase, so that no click is handled twice.
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target.closest?.('[type=button]')
      const island = button?.closest('main astro-island')
      if (island?.hasAttribute('ssr')) {
        if (!island.early) island.addEventListener('astro:hydrate', () => island.early.click(), { once: true })
        island.early = button
        return
      }
      const element = button?.closest(':not(:defined)')
      if (!element || button.closest('astro-island')) return
      event.stopImmediatePropagation()
      if (!element.early) customElements.whenDefined(element.localName).then(() => element.early.click())
      element.early = button
    },
    true,
  )
  document.addEventListener('submit', ({ target }) => {
    if ('early' in target.dataset) target.dataset.asked = ''
  })
  if (read('language') === 'MR' && document.documentElement.lang === 'en') {
    const twin = document.querySelector('link[rel=alternate][hreflang=mr]')
    if (twin) location.replace(new URL(twin.href).pathname + location.search + location.hash)
  }
})()
