/* Runs before paint, the same on every page: currency, signed-in hint, language of a returning reader, input before hydration. */
;(() => {
  const page = document.documentElement
  const item = (key, value, storage = 'localStorage') => {
    try {
      if (value) window[storage][key] = value
      return window[storage][key] || ''
    } catch {
      return ''
    }
  }
  // The first use of Intl takes 15 ms before the first paint: the clock says it, but for Sri Lanka, which has India's.
  const country = () =>
    new Date().getTimezoneOffset() !== -330 ||
    /Colombo/.test(window.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
      ? 'US'
      : 'IN'
  // Fonts are loaded after the first page of a language was painted in the reader's own. Pages after it use them from the start; on this
  // one nothing moves. The note ends with the tab, because a cache may be emptied.
  const FONTS = {
    en: ['1em Mukta', '600 1em Mukta', '700 1em Baloo'],
    mr: ['1em "Mukta Deva"', '1em "Mukta Whole"', '1em "Tiro Deva"', '700 1em "Baloo Deva"'],
  }
  let rich = item('fontsReady', '', 'sessionStorage')
  const enrich = async () => {
    const { lang } = page
    if (rich.includes(lang) || document.readyState !== 'complete' || navigator.connection?.saveData) return
    const loaded = await Promise.all(FONTS[lang].map((font) => document.fonts.load(font, 'aअ'))).catch(() => false)
    if (!loaded) return
    rich += lang
    if (lang === 'mr') page.dataset.letters = 'all'
    item('fontsReady', rich, 'sessionStorage')
  }
  // At the first input, else a little later.
  document.addEventListener('astro:page-load', () => setTimeout(enrich, 3000))
  const mark = (root) => {
    // The stored country is the one of a listener; without a listener the time zone decides.
    const isSignedIn = item('signedInHint') === 'yes'
    const stored = isSignedIn && item('currentcountrycode')
    root.dataset.zone = country()
    root.dataset.country = /^[A-Z]{2}$/.test(stored) ? stored : root.dataset.zone
    root.classList.toggle('greets', item('isShowCookiePolicy') !== 'false')
    root.classList.toggle(
      'suggests-marathi',
      !item('language') && item('languageLine') !== 'no' && /(?:^|,)mr\b/i.test(navigator.languages),
    )
    root.classList.add('scripted')
    if (rich.includes(root.lang)) root.classList.add('rich')
    if (isSignedIn) root.dataset.signedIn = ''
    const { sound } = page.dataset
    if (sound !== undefined) root.dataset.sound = sound
  }
  mark(page)
  document.addEventListener('astro:before-swap', ({ newDocument }) => {
    mark(newDocument.documentElement)
    // The fonts are loaded already after a client navigation: a preload would be unused.
    for (const link of newDocument.querySelectorAll('link[rel=preload]')) link.remove()
  })
  // A page is visible before its scripts are loaded, at first and after each client navigation: a click in an island that is not
  // hydrated, or on a button or a picture in a custom element that is not defined, is stored and repeated. In the capture phase, so
  // that no click is handled twice. The language that was chosen is stored here: the next page would lead back from it.
  document.addEventListener(
    'click',
    (event) => {
      item('language', event.target.hreflang?.toUpperCase())
      const button = event.target.closest?.('[type=button],div.thumb')
      // An island has this attribute until it is hydrated.
      const island = button?.closest('[ssr]')
      if (island?.closest('main')) {
        if (!island.early) island.addEventListener('astro:hydrate', () => island.early.click(), { once: true })
        island.early = button
        return
      }
      const element = button?.closest(':not(:defined)')
      if (!element || island || element.contains(button.closest('astro-island'))) return
      event.stopImmediatePropagation()
      if (!element.early) customElements.whenDefined(element.localName).then(() => element.early.click())
      element.early = button
    },
    true,
  )
  // So is a key on a tab, which would be lost.
  document.addEventListener(
    'keydown',
    (event) => {
      const { target, type } = event
      if (!target.closest('title-tabs:not(:defined)')) return
      event.stopImmediatePropagation()
      customElements.whenDefined('title-tabs').then(() => target.dispatchEvent(new KeyboardEvent(type, event)))
    },
    true,
  )
  // Scripts of a page are listed in it (scripts/publish/build/finish-page.ts) and come after its first paint and the pictures of its first
  // screen, which they would delay: at once for who touches it, and after three seconds in any case. A page that is reloaded or returned
  // to waits for nothing: the router scrolls to where its reader was.
  const begin = () => {
    page.classList.remove('unpainted')
    for (const script of (page.dataset.scripts || '').split(' ')) import(script).catch(() => {})
  }
  // Browsers tell of the first paint once it is on the screen. Until then phones lay out the first screen only.
  const painted = (next) => new PerformanceObserver(next).observe({ type: 'paint', buffered: true })
  if (!history.state && !location.hash) {
    page.classList.add('unpainted')
    painted(() => page.classList.remove('unpainted'))
  }
  document.addEventListener('DOMContentLoaded', () => {
    if (history.state) return begin()
    // A pointer that only rests there "moves" before the first paint.
    const touch = () => {
      begin()
      enrich()
    }
    for (const sign of ['pointerdown', 'keydown', 'focusin', 'scroll'])
      addEventListener(sign, touch, { once: true, passive: true })
    addEventListener('load', () => painted(() => setTimeout(begin)))
    setTimeout(begin, 3000)
  })
  document.addEventListener('astro:after-swap', begin)
  // Browsers call listeners of the window in their order: this one is there before the router, which would fetch the page again that is
  // still there when "back" only closes what fills the window (islands/listening/now-playing/use-back.ts).
  addEventListener('popstate', (event) => {
    if (!('overlay' in page.dataset)) return
    event.stopImmediatePropagation()
    document.dispatchEvent(new Event('overlay-back'))
  })
  document.addEventListener('submit', ({ target }) => {
    if ('early' in target.dataset) target.dataset.asked = ''
  })
  if (item('language') === 'MR' && page.lang === 'en') {
    const twin = document.querySelector('link[rel=alternate][hreflang=mr]')
    if (twin) location.replace(new URL(twin.href).pathname + location.search + location.hash)
  }
})()
