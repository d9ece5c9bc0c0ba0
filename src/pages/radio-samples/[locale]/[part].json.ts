import type { APIRoute } from 'astro'
import { radioParts, radioSamples } from '#catalog/radio.ts'
import type { Locale } from '#i18n/locales.ts'

export const getStaticPaths = async () =>
  (await radioParts()).map(({ locale, part }) => ({ params: { locale, part: String(part) }, props: { locale, part } }))
type Props = { locale: Locale; part: number }

/** What the sample radio plays. */
export const GET: APIRoute<Props> = async ({ props: { locale, part } }) =>
  new Response(JSON.stringify(await radioSamples(locale, part)), { headers: { 'content-type': 'application/json' } })
