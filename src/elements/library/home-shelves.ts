import type { Session } from '#contract/accounts/stored-session.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import type { Locale } from '#contract/text/locale.ts'
import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { LOCALES } from '#i18n/locales.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { trackPath } from '#i18n/paths.ts'
import { isStillIn } from '#stores/accounts/session.ts'
import { saveHome, type HeardTitle, type HomeTitle, type ListenerHome } from '#stores/library/listener-home.ts'

/** The shelves of a listener's home in their order. */
export const SHELVES = ['heard', 'fresh', 'chosen'] as const
/** HTML of each shelf; empty where there is nothing for it. */
export type Shelves = Record<(typeof SHELVES)[number], string>
type Texts = Messages['home']

/**
 * HTML, because home-first.js must put it into the page before the first paint and every guest pays for what stands there.
 * Names are escaped, and the content policy runs no script of it.
 */
export function homeShelves(home: ListenerHome, locale: Locale, texts: Texts): Shelves {
  return {
    heard: shelf(
      'heard',
      texts.heard,
      home.heard.map((title) => heardCard(title, locale, texts)),
    ),
    fresh: shelf(
      'fresh',
      texts.fresh,
      home.fresh.map((title) => card(title, locale)),
    ),
    chosen: shelf('chosen', texts.chosen, home.chosen[locale]),
  }
}

export const htmlOf = (shelves: Shelves): string => SHELVES.map((name) => shelves[name]).join('')

/** Stores a home as it is drawn in both languages, unless its listener has left meanwhile: the next one would be shown it. */
export async function storeHome(home: ListenerHome, session: Session): Promise<void> {
  const drawn = LOCALES.map(async (locale) => {
    const texts = await loadMessages(locale, 'home')
    return [locale, htmlOf(homeShelves(home, locale, texts))] as const
  })
  const { en = '', mr = '' } = Object.fromEntries(await Promise.all(drawn))
  if (isStillIn(session)) saveHome(home, { en, mr })
}

function shelf(name: string, heading: string, cards: readonly string[]): string {
  if (cards.length === 0) return ''
  const rows = cards.map((one) => `<li class="swiper-slide">${one}</li>`).join('')
  return `<section class="shelf section ${name}" aria-labelledby="home-${name}"><div class="wrap"><header><h2 id="home-${name}">${heading}</h2></header><div class="swiper"><ul class="swiper-wrapper" role="list">${rows}</ul></div></div></section>`
}

function card({ id, course, slug, name, note, cover }: HomeTitle, locale: Locale, control = '', foot = ''): string {
  const href = trackPath(locale, { id, slug, isCourse: course === 1 })
  const picture = cover
    ? `<img src="${escapeHtml(cover)}" alt="" width="640" height="640" decoding="sync">`
    : `<svg class="cover" viewBox="0 0 100 100" aria-hidden="true"><use href="/icons.svg#cover"/></svg>`
  return `<article class="card"><div class="picture">${picture}${control}</div><h3 class="name"><a href="${escapeHtml(href)}"${langOf(name, locale)}>${escapeHtml(name[locale])}</a></h3><p class="author soft"${langOf(note, locale)}>${escapeHtml(note[locale])}</p>${foot}</article>`
}

/** A name that one language lacks is the same in both, and its letters say which of them has it (WCAG 3.1.2). */
function langOf({ en, mr }: HomeTitle['name'], locale: Locale): string {
  const own = /[\u0900-\u097f]/.test(en) ? 'mr' : 'en'
  return en === '' || en !== mr || own === locale ? '' : ` lang="${own}"`
}

const icon = (name: string): string =>
  `<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><use href="/icons.svg#${name}"/></svg>`

function heardCard(title: HeardTitle, locale: Locale, texts: Texts): string {
  const named = (text: string) => escapeHtml(interpolate(text, { title: title.name[locale] }))
  const part = Math.floor(title.part)
  const button = `<button type="button" aria-label="${named(texts.play)}">${icon('play')}${icon('pause')}</button>`
  return card(
    title,
    locale,
    `<play-button title-id="${title.id}" play-label="${named(texts.play)}" pause-label="${named(texts.pause)}">${button}</play-button>`,
    `<progress max="100" value="${part}" aria-label="${interpolate(texts.part, { part: digits(part, locale) })}"></progress>`,
  )
}
