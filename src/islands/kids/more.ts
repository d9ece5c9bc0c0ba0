/**
 * The rest of a kids shelf (KI-2): the next titles come when the foot of the list enters the window, or by the button. The code that
 * asks the API arrives with the first need; a failure says so and keeps everything that is shown.
 */
import { fill } from '#i18n/fill.ts'
import { count } from '#i18n/format.ts'
import { localeOf } from '#i18n/locales.ts'
import { fillCard } from './card.ts'

const localeOfPage = () => localeOf(document.documentElement.lang)
const footOf = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-more]') : null)
const failures = new WeakSet<HTMLElement>()

function say(foot: HTMLElement, text: string) {
  const status = foot.querySelector('[role=status]')
  if (status) status.textContent = text
}

function showFailure(foot: HTMLElement, hasFailed: boolean) {
  failures[hasFailed ? 'add' : 'delete'](foot)
  foot.querySelector('.failed')?.toggleAttribute('hidden', !hasFailed)
  foot.querySelector('[data-next]')?.toggleAttribute('hidden', hasFailed)
}

/** New cards at the end of the list; gives back the link of the first. */
function append(foot: HTMLElement, cards: Parameters<typeof fillCard>[1][]): HTMLElement | null {
  const template = foot.querySelector('template')
  const list = document.querySelector('.grid')
  if (!template || !list) return null
  const made = cards.map((card) => fillCard(document.importNode(template.content, true), card, foot.dataset, localeOfPage()))
  const [first] = made.map((part) => part.querySelector<HTMLElement>('[data-card]'))
  list.append(...made)
  return first ?? null
}

async function load(foot: HTMLElement, takesFocus: boolean) {
  const { cursor, more = '', loading = '', status = '', total = '' } = foot.dataset
  if (!cursor || foot.ariaBusy === 'true') return
  const locale = localeOfPage()
  const said = foot.querySelector('[role=status]')?.textContent ?? ''
  foot.ariaBusy = 'true'
  showFailure(foot, false)
  say(foot, loading)
  const made = await import('#stores/kids.ts').then(({ loadKidsPage }) => loadKidsPage(Number(more), cursor, locale)).catch(() => ({ ok: false }) as const)
  foot.ariaBusy = 'false'
  if (!made.ok) {
    say(foot, said)
    return showFailure(foot, true)
  }
  const first = append(foot, made.cards)
  const shown = Number(foot.dataset['shown']) + made.cards.length
  foot.dataset['shown'] = String(shown)
  say(foot, fill(status, { shown: count(shown, locale), total: count(Math.max(shown, made.cursor ? Number(total) : shown), locale) }))
  if (takesFocus) first?.focus()
  if (made.cursor) {
    foot.dataset['cursor'] = made.cursor
    return watch(foot)
  }
  delete foot.dataset['cursor']
  foot.querySelector('[data-next]')?.remove()
}

/** Watched anew after each page: a window taller than the page would never hear of it again. A failure waits for the reader. */
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const foot = footOf(target)
    if (isIntersecting && foot && !failures.has(foot)) void load(foot, false)
  }
})

function watch(foot: HTMLElement) {
  sight.unobserve(foot)
  sight.observe(foot)
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-next], [data-again]') : null
  const foot = footOf(button)
  if (foot) void load(foot, true)
})
document.addEventListener('astro:page-load', () => {
  sight.disconnect()
  for (const foot of document.querySelectorAll<HTMLElement>('[data-more][data-cursor]')) watch(foot)
})
