import { brand } from '#brand/brand.ts'
import { CURRENCIES, toAmount } from '#contract/money/money.ts'
import { offerIn } from '#contract/listening/play-access.ts'
import type { Locale } from '#contract/text/locale.ts'
import { offered, type PlaceInSeries, type TitleView } from '#contract/catalog/views.ts'
import { list } from '#i18n/format.ts'
import { lengthText } from '#i18n/length.ts'
import { pathTo, type RouteName } from '#i18n/paths.ts'
import { messageGroup, messages } from '#i18n/messages.ts'
import type { PageMeta } from './page-meta.ts'
import { breadcrumbs, work } from './structured-data.ts'
import { alternatesOf } from './alternates.ts'

const KIND = { audiobook: 'Audiobook', kids: 'Audiobook', languagelab: 'Course' } as const

type TitlePageFacts = {
  view: TitleView
  route: RouteName
  locale: Locale
  locales: readonly Locale[]
  steps: { name: string; href: string }[]
  feed: string | undefined
}

/** Head of a title page for search engines and shared links. */
export function titleMeta(
  { view, route, locale, locales, steps, feed }: TitlePageFacts,
  site: URL | undefined,
): PageMeta {
  const { title } = view
  const alternates = alternatesOf(route, { id: title.id, slug: title.product_slug }, locales)
  const path = alternates[locale] ?? ''
  const names = view.authors.map(({ name }) => name)
  const description = view.shortDescription || generatedDescription(view, locale)
  const image = title.cover ? `${title.cover.base}-og.jpg` : undefined
  return {
    title: names.length > 0 ? `${view.name}, ${list(names, locale)}` : view.name,
    description,
    alternates,
    languages: alternatesOf(route, { id: title.id, slug: title.product_slug }),
    image,
    feed,
    isForKids: title.product_audio_type === 'kids',
    data: [
      work(site, {
        ...workOf(view),
        description,
        path,
        image,
        feed,
        series: view.series && partOf(view.series, locale),
      }),
      breadcrumbs(site, [...steps, { name: view.name, href: path }]),
    ],
  }
}

const partOf = ({ id, slug, name, number }: PlaceInSeries, locale: Locale) => ({
  name,
  number,
  path: pathTo('series', locale, { id, slug }),
})

/** Of a title without a text: by whom it is, how long, and where a sample is heard, as far as there is any of it. */
function generatedDescription({ title, name, authors }: TitleView, locale: Locale): string {
  const t = messages(locale, 'catalog')
  const names = authors.map((author) => author.name)
  const seconds = title.total_tracks_length
  return [
    names.length > 0 ? t('title.titleBy', { title: name, names: list(names, locale) }) : name,
    ...(seconds > 0 ? [lengthText(messageGroup(locale, 'format.figures'), seconds, locale)] : []),
    title.sampletracks.length > 0 ? t('title.sampleAt', { shop: brand.name[locale] }) : brand.name[locale],
  ].join(' · ')
}

/** Structured data of a title that does not depend on its page. */
function workOf({ title, name, authors, artists }: TitleView) {
  const type = title.product_audio_type
  const facts = offered(title)
  const offers = CURRENCIES.flatMap((currency) => {
    const { kind, price } = offerIn(currency, facts)
    return kind === 'free' || kind === 'price' ? [{ currency, amount: toAmount(price).amount }] : []
  })
  return {
    kind: type in KIND ? KIND[type as keyof typeof KIND] : ('PodcastSeries' as const),
    name,
    authors: authors.map((author) => author.name),
    readers: artists.map((artist) => artist.name),
    spoken: title.spoken_tag ?? title.spoken,
    seconds: title.total_tracks_length,
    isFree: title.is_free && facts.isPlayable,
    ages: title.ages ?? undefined,
    offers,
    rating: title.review_count > 0 ? { value: title.total_reviews, count: title.review_count } : undefined,
    published: title.published,
  }
}
