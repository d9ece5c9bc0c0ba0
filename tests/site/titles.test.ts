import { beforeAll, describe, expect, it } from 'vitest'
import { cutAt } from '#contract/text/grapheme.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { toMinor } from '#contract/money/money.ts'
import { withTax } from '#contract/money/tax.ts'
import { textOf as plain } from '#contract/text/text.ts'
import { clock, count, longDate, money, stars } from '#i18n/format.ts'
import { lengthText } from '#i18n/length.ts'
import { pluralMessage } from '#i18n/plural-message.ts'
import { LOCALES, type Locale } from '#i18n/locales.ts'
import { messages } from '../../src/server/runtime/messages.ts'
import catalogEn from '../../i18n/en/catalog.json' with { type: 'json' }
import formatEn from '../../i18n/en/format.json' with { type: 'json' }
import catalogMr from '../../i18n/mr/catalog.json' with { type: 'json' }
import formatMr from '../../i18n/mr/format.json' with { type: 'json' }
import { ADDRESS, allPages, unescapeHtml, type Page } from './support/site.ts'

const format = { en: formatEn, mr: formatMr }
const catalog = { en: catalogEn, mr: catalogMr }
type Title = ReplyOf<typeof endpoints.bulkProducts>['data'][number]
type Person = Title['authors'][number]

let titles: Title[]
const pages = allPages()
beforeAll(async () => {
  const reply = await fetch(`${ADDRESS}/api/build/products/?limit=500`)
  titles = ((await reply.json()) as { data: Title[] }).data
})

/** What a person reads of a piece of HTML, in one line. */
/** A long text with the words by which it opens. */
function folded(text: string, limit: number, locale: Locale): string {
  const start = cutAt(text, limit)
  const more = messages(locale, 'catalog')('text.readMore')
  return start ? `${start} … ${more} ${text.slice(start.length).trim()}` : text
}
const seen = (html: string) =>
  unescapeHtml(html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
const between = (html: string, from: RegExp, to: RegExp) =>
  html.match(new RegExp(`${from.source}([\\s\\S]*?)${to.source}`))?.[1] ?? ''
/** Values of a `<dl>` by their labels. */
const facts = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt[^>]*>([\s\S]*?)<\/dt>\s*<dd[^>]*>([\s\S]*?)<\/dd>/g)].map(([, label = '', value = '']) => [
      seen(label),
      seen(value),
    ]),
  )
const named = (people: readonly Person[], locale: Locale) =>
  people.flatMap(({ custom_translation: names }) => names[locale]?.name ?? []).join(', ')
const lengthOf = (seconds: number, locale: Locale) => lengthText(format[locale].figures, seconds, locale)
const amounts = ({ inr_price: inr, price: usd }: Title, locale: Locale) => [
  `${money(withTax(toMinor(inr)), 'INR', locale)} ${messages(locale, 'format')('tax.plusTax', { amount: money(toMinor(inr), 'INR', locale) })}`,
  money(toMinor(usd), 'USD', locale),
]
/** The people whom a title of this kind names, by the words beside them; nobody without a name in this language. */
function peopleOf(title: Title, locale: Locale): [string, string][] {
  const { title: labels } = catalog[locale]
  const isSerial = title.recurring_product
  const authors = title.authors.filter(({ custom_translation: names }) => names[locale]?.name).length
  const all: [string, string][] = [
    [pluralMessage(labels, isSerial ? 'host' : 'author', authors, locale), named(title.authors, locale)],
    [labels.director, isSerial ? '' : named(title.directors, locale)],
    [labels.artist, isSerial ? '' : named(title.artists, locale)],
  ]
  return all.filter(([, names]) => names !== '')
}

type Shown = { title: Title; page: Page; html: string; where: string }
/** Every page of a title that has a name in this language, without what stands around the title. */
function shownTitles(locale: Locale): Shown[] {
  return titles.flatMap((title) => {
    const page = pages.find(
      (one) => one.locale === locale && new RegExp(`/product-details/${title.id}/[^/]+/$`).test(one.path),
    )
    if (!page || !title.custom_translation[locale]?.name || title.product_audio_type === 'languagelab') return []
    return [{ title, page, html: between(page.html, /<article class="title[^>]*>/, /<\/article>/), where: page.path }]
  })
}

describe.each(LOCALES)('the page of every title in %s', (locale) => {
  const t = messages(locale, 'catalog')

  it('[PD-1] shows the people, the day, the genres, the prices and the reviews of this title', () => {
    const shown = shownTitles(locale)
    expect(shown.length).toBeGreaterThan(30)
    for (const { title, html, where } of shown) {
      const text = seen(html)
      expect(seen(between(html, /<h1[^>]*>/, /<\/h1>/)), where).toBe(title.custom_translation[locale]?.name)
      // Of series: tests/site/series.test.ts.
      const series = [t('series.name'), t('series.previous'), t('series.next')]
      const shownFacts = Object.entries(facts(html)).filter(([label]) => !series.includes(label))
      const days = title.producttracks.flatMap(({ published }) => published ?? [])
      expect(days.length > 0, where).toBe(title.product_audio_type === 'podcast')
      expect(Object.fromEntries(shownFacts), where).toEqual({
        ...Object.fromEntries(peopleOf(title, locale)),
        [t('title.published')]: longDate(title.published, locale),
        ...(days.length > 0 && { [t('title.latestEpisode')]: longDate(days.toSorted().at(-1) ?? '', locale) }),
      })
      const genres = title.product_audio_type === 'kids' ? title.kid_category : title.category
      for (const { custom_translation: names } of genres) expect(text, where).toContain(names[locale]?.name ?? '')
      const price = seen(between(html, /<owned-title[^>]*>/, /<\/owned-title>/))
      for (const amount of title.can_purchase ? amounts(title, locale) : []) expect(price, where).toContain(amount)
      for (const { title: head, body, name, created_date: day } of title.reviews)
        expect(text, where).toContain(
          `${head} ${folded(body, 100, locale)} ${t('reviews.by', { name, date: longDate(day, locale) })}`.replace(
            /\s+/g,
            ' ',
          ),
        )
    }
  })

  it('[PD-1] lists its tracks in order, each with its length', () => {
    for (const { title, html, where } of shownTitles(locale)) {
      const rows = [...html.matchAll(/<li id="t\d+"[^>]*>([\s\S]*?)<\/li>/g)].map(([, row = '']) => [
        unescapeHtml(between(row, /<span class="name"[^>]*><span[^>]*>/, /</))
          .replace(/\s+/g, ' ')
          .trim(),
        seen(between(row, /<span class="soft length"[^>]*>/, /<\/span>/)),
      ])
      expect(rows, where).toEqual(
        title.producttracks.map((track) => [
          track.custom_translation[locale]?.name ?? track.custom_translation.en?.name ?? track.title,
          clock(track.track_length, locale),
        ]),
      )
    }
  })

  it('[PD-2] says for which ages it is, where that is known', () => {
    const shown = shownTitles(locale).map(({ title, html, where }) => {
      const [from = '', to] =
        title.ages
          ?.replace('+', '')
          .split('-')
          .map((year) => count(Number(year), locale)) ?? []
      const text = format[locale].ages[to ? 'range' : 'from'].replace('{{from}}', from).replace('{{to}}', to ?? '')
      const figures = seen(between(html, /<p class="figures soft"[^>]*>/, /<\/p>/))
      const label = format[locale].ages.from.split('{')[0] ?? ''
      return { where, isKnown: Boolean(title.ages), isShown: figures.includes(text), hasAges: figures.includes(label) }
    })
    expect(shown.filter(({ isKnown }) => isKnown).length).toBeGreaterThan(5)
    expect(shown.filter(({ isKnown, isShown, hasAges }) => (isKnown ? !isShown : hasAges))).toEqual([])
  })

  it('[PD-2] shows the length of its tracks together, its stars, and folds only long texts', () => {
    const counts = { about: 0, tracks: 0, reviews: 0 }
    for (const { title, html, where } of shownTitles(locale)) {
      const figures = seen(between(html, /<p class="figures soft"[^>]*>/, /<\/p>/))
      const seconds = title.producttracks.reduce((sum, track) => sum + track.track_length, 0)
      expect(figures, where).toContain(lengthOf(seconds, locale))
      expect(figures, where).toContain(count(title.producttracks.length, locale))
      const spoken = messages(locale, 'format')('figures.starsSpoken', { stars: stars(title.total_reviews, locale) })
      expect(html.includes(`aria-label="${spoken}"`), where).toBe(title.total_reviews > 0)
      const about = between(html, /<section class="about"[^>]*>/, /<\/section>/)
      const description = plain(title.custom_translation[locale]?.description ?? '')
      expect(seen(about), where).toContain(description.slice(-60))
      const isLong = cutAt(description, 1000) !== undefined
      expect([about.includes(' data-long'), about.includes('<button')], where).toEqual([isLong, isLong])
      counts.about += Number(isLong)
      const rows = seen(between(html, /<section class="tracks"[^>]*>/, /<\/section>/))
      for (const { custom_translation: names } of title.producttracks) {
        const text = (names[locale]?.description ?? '').replace(/\s+/g, ' ')
        const cut = cutAt(text, 150)
        // The rest opens by a press.
        expect(rows, where).toContain(folded(text, 150, locale))
        counts.tracks += Number(cut !== undefined)
      }
      const reviews = seen(between(html, /<section class="reviews"[^>]*>/, /<\/section>/))
      for (const { body } of title.reviews) {
        const cut = cutAt(body, 100)
        expect(reviews, where).toContain(folded(body, 100, locale))
        counts.reviews += Number(cut !== undefined)
      }
    }
    // Of the demo, long texts of tracks are English.
    expect([counts.about > 0, counts.tracks > 0, counts.reviews > 0]).toEqual([locale === 'en', locale === 'en', true])
  })

  it('[FA-3] every popover tells people, genres, length, stars and price of its own title', () => {
    const path = locale === 'mr' ? '/mr/family-category-details/' : '/family-category-details/'
    const popovers = pages
      .filter((page) => page.path.startsWith(path))
      .flatMap(({ html }) => html.split('<div class="peek"').slice(1))
    expect(popovers.length).toBeGreaterThan(20)
    for (const html of popovers) {
      const title = titles.find(({ id }) => html.includes(`id="about-${id}"`))
      if (!title) throw new Error(html.slice(0, 100))
      const details = html.slice(0, html.indexOf('class="ways"'))
      expect(facts(details), title.name).toEqual(Object.fromEntries(peopleOf(title, locale)))
      const text = seen(`<p ${details}`)
      const { total_reviews: score, is_free: isFree } = title
      const prices = isFree ? [t('price.kinds.free')] : title.can_purchase ? amounts(title, locale) : []
      for (const fact of [
        title.custom_translation[locale]?.name ?? '',
        ...title.category.map(({ custom_translation: names }) => names[locale]?.name ?? ''),
        lengthOf(title.total_tracks_length, locale),
        ...(score > 0 ? [stars(score, locale)] : []),
        ...prices,
      ])
        expect(text, title.name).toContain(fact)
    }
  })
})
