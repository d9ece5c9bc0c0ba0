/** The small life of the shell, without React: one listener each, set once a visit (the router keeps them across pages). */
import { registerServiceWorker } from '#client/offline/register-worker.ts'
import { isInMaintenance } from '#client/maintenance.ts'
import { clearGenre } from '#stores/catalog/genre-choice.ts'
import { $areCookiesAccepted, acceptCookies } from '#stores/shell/cookie-notice.ts'
import { chooseLanguage } from '#stores/shell/language.ts'
import './pre-hydration-input.ts'
import './share.ts'
import './read-more.ts'
import '../listening/sample-buttons.ts'
import '../catalog/genre-links.ts'
import './sliders.ts'

const TO_TOP_AFTER_PX = 150
const TO_TOP_MS = 500

let isClosed = false

async function closeForWork() {
  isClosed ||= await isInMaintenance()
  if (!isClosed) return
  const template = document.querySelector<HTMLTemplateElement>('#maintenance')
  if (template) document.body.replaceChildren(template.content.cloneNode(true))
}

function showCookieNotice() {
  const notice = document.querySelector<HTMLElement>('[data-cookies]')
  if (notice) notice.hidden = $areCookiesAccepted.get()
}

/** The results page keeps what was searched in the box, so that it can be changed. */
function showSearchedText() {
  const text = location.pathname.match(/^(?:\/mr)?\/search\/([^/]+)\/$/)?.[1]
  const box = document.querySelector<HTMLInputElement>('.search-box input')
  if (!text || !box || box.value) return
  try {
    box.value = decodeURIComponent(text)
  } catch {
    box.value = text
  }
}

function showToTop() {
  const button = document.querySelector<HTMLElement>('[data-to-top]')
  if (button) button.hidden = window.scrollY <= TO_TOP_AFTER_PX
}

/** 500 ms (D2); at once when motion is unwelcome. */
function scrollToTop() {
  const from = window.scrollY
  const started = performance.now()
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : TO_TOP_MS
  function step(now: number) {
    const part = duration === 0 ? 1 : Math.min(1, (now - started) / duration)
    window.scrollTo(0, from * (1 - part) ** 3)
    if (part < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}

function closeMenus(except?: Node | null) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (except && menu.contains(except)) continue
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }
}

/** The cover of the card that was clicked travels to the page (look). */
function nameTravellingCover(card: Element) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const old of document.querySelectorAll<HTMLElement>('.card img'))
    old.style.removeProperty('view-transition-name')
  const picture = card.closest('article')?.querySelector<HTMLElement>('img')
  picture?.style.setProperty('view-transition-name', 'cover')
}

/** Signed in, the shell shows whose it is; a guest downloads nothing of that (SD-2). */
function greet() {
  if ('signedIn' in document.documentElement.dataset) void import('./signed-in.ts').catch(() => undefined)
}

/** The page that asked for it is the one to come back to (SI-7). */
function rememberWay(link: HTMLAnchorElement) {
  const path = link.getAttribute('href')?.split('?')[0] ?? ''
  link.setAttribute('href', `${path}?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** A shell is one page for many addresses: its twin is the same address in the other tree (SH-4). */
function switchLanguage(language: string, link: HTMLAnchorElement) {
  chooseLanguage(language === 'mr' ? 'MR' : 'EN')
  if (!document.querySelector('meta[name=robots][content=noindex]')) return
  const path = location.pathname.replace(/^\/mr(?=\/)/, '')
  link.href = (language === 'mr' ? `/mr${path}` : path) + location.search
}

// Captured: the router reads the address before listeners of the bubbling phase hear of the click.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-language]') : null
    if (link) switchLanguage(link.dataset['language'] ?? '', link)
    const signIn = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-sign-in]') : null
    if (signIn) rememberWay(signIn)
  },
  true,
)
document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  closeMenus(target)
  if (target?.closest('[data-cookies-ok]')) {
    acceptCookies()
    showCookieNotice()
  }
  if (target?.closest('[data-to-top]')) scrollToTop()
  if (target?.closest('[data-clear-category]')) clearGenre()
  const card = target?.closest('[data-card]')
  if (card && !event.ctrlKey && !event.metaKey) nameTravellingCover(card)
})
/** An older page, which the worker found when the network failed, tells that there is a newer one; its line offers it. */
function offerNewest() {
  const line = document.querySelector<HTMLElement>('[data-old]')
  if (line?.firstChild) line.firstChild.textContent = line.dataset['old'] ?? ''
}
addEventListener('online', offerNewest)
navigator.serviceWorker?.addEventListener('message', offerNewest)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeMenus()
})
document.addEventListener('scroll', showToTop, { passive: true })
document.addEventListener('astro:page-load', () => {
  registerServiceWorker()
  greet()
  void closeForWork()
  showCookieNotice()
  showSearchedText()
  showToTop()
})
