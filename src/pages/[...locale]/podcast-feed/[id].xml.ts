import type { APIRoute } from 'astro'
import { feedData, feedPaths } from '#catalog/feeds.ts'
import { rssOf } from '#seo/podcast-feed.ts'
import { localeParam, type Locale } from '#i18n/locales.ts'
import { messages } from '#i18n/messages.ts'

export async function getStaticPaths() {
  const paths = await feedPaths()
  return paths.map(({ locale, id }) => ({
    params: { locale: localeParam(locale), id: String(id) },
    props: { locale, id },
  }))
}
type Props = { locale: Locale; id: number }

/** The feed of a podcast in one language. */
export const GET: APIRoute<Props> = async ({ props: { locale, id }, site }) =>
  new Response(rssOf(await feedData(id, locale), locale, site, wordsIn(locale)), {
    headers: { 'content-type': 'application/rss+xml' },
  })

function wordsIn(locale: Locale) {
  const t = messages(locale, 'catalog')
  return { trailer: t('title.trailer'), funding: t('title.funding') }
}
