import type { APIRoute } from 'astro'
import { brand } from '#brand/brand.ts'
import { colours } from '#brand/colours.ts'
import { localePaths, type Locale } from '#i18n/locales.ts'
import { pathTo } from '#i18n/paths.ts'
import { messages } from '#i18n/messages.ts'

export const getStaticPaths = localePaths
type Props = { locale: Locale }

/** What a browser installs the shop by. One shop in two languages: the id is the same in both. */
export const GET: APIRoute<Props> = ({ props: { locale } }) => {
  const t = messages(locale, 'shell')
  const search = messages(locale, 'search')
  const catalog = messages(locale, 'catalog')
  const offline = messages(locale, 'offline')
  const name = brand.name[locale]
  const icon = (file: string, side: number, purpose: string) => ({
    src: `/icons/${file}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: '/',
    name,
    short_name: name,
    description: catalog('home.description'),
    lang: locale,
    dir: 'ltr',
    start_url: pathTo('home', locale),
    scope: '/',
    display: 'standalone',
    background_color: colours.paper,
    theme_color: colours.paper,
    categories: ['books', 'entertainment', 'education'],
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
    shortcuts: [
      { name: t('header.myLibrary'), url: pathTo('library', locale) },
      { name: search('box.submit'), url: pathTo('search', locale) },
      { name: offline('title'), url: pathTo('offline', locale) },
    ].map((shortcut) => ({ ...shortcut, icons: [icon('192', 192, 'any')] })),
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
