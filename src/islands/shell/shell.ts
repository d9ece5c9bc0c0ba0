/** The small life of the shell, without React: one listener each, set once a visit (the router keeps them across pages). */
import { isInMaintenance } from '#client/maintenance.ts'
import { storageKeys } from '#contract/storage.ts'
import { forget, keep, kept } from '#client/storage.ts'
import './share.ts'
import './read-more.ts'
import '../sound/buttons.ts'
import '../titles/genre-links.ts'
import '../titles/tabs.ts'
import './sliders.ts'

const TO_TOP_AFTER_PX = 150
const TO_TOP_MS = 500

async function closeForWork() {
  if (!(await isInMaintenance())) return
  const template = document.querySelector<HTMLTemplateElement>('#maintenance')
  if (template) document.body.replaceChildren(template.content.cloneNode(true))
}

function showCookieNotice() {
  const notice = document.querySelector<HTMLElement>('[data-cookies]')
  if (notice) notice.hidden = kept(storageKeys.cookieNotice) === 'false'
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
  const picture = card.closest('article')?.querySelector<HTMLElement>('img')
  picture?.style.setProperty('view-transition-name', 'cover')
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  closeMenus(target)
  if (target?.closest('[data-cookies-ok]')) {
    keep(storageKeys.cookieNotice, 'false')
    showCookieNotice()
  }
  if (target?.closest('[data-to-top]')) scrollToTop()
  const language = target?.closest<HTMLElement>('[data-language]')?.dataset['language']
  if (language) keep(storageKeys.language, language.toUpperCase())
  if (target?.closest('[data-clear-category]')) forget(storageKeys.categoryId, storageKeys.categoryName, storageKeys.postType)
  const card = target?.closest('[data-card]')
  if (card) nameTravellingCover(card)
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeMenus()
})
document.addEventListener('scroll', showToTop, { passive: true })
document.addEventListener('astro:page-load', () => {
  showCookieNotice()
  showToTop()
})
void closeForWork()
