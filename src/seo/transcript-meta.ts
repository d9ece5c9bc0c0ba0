import type { Locale } from '#contract/text/locale.ts'
import type { Transcript } from '#contract/transcripts/transcripts.ts'
import type { TitleView } from '#contract/catalog/views.ts'
import { count } from '#i18n/format.ts'
import { messages } from '#i18n/messages.ts'
import { alternatesOf } from './alternates.ts'
import type { PageMeta } from './page-meta.ts'
import { breadcrumbs, recording } from './structured-data.ts'

type Shown = {
  view: TitleView
  locale: Locale
  locales: readonly Locale[]
  page: number
  tracks: readonly { track: TitleView['tracks'][number]; texts: readonly Transcript[] }[]
  /** Path of the title. */
  base: string
  site: URL | undefined
}

/** Head of a page with the public text of a title. The structured data holds what is spoken, never the translation. */
export function transcriptMeta({ view, locale, locales, page, tracks, base, site }: Shown): PageMeta {
  const { title, name } = view
  const t = messages(locale, 'catalog')
  const alternates = alternatesOf('transcript', { id: title.id, slug: title.product_slug, page }, locales)
  const steps = [
    { name, href: base },
    { name: t('read.short'), href: alternates[locale] ?? '' },
  ]
  return {
    title: page > 1 ? t('read.titlePage', { name, page: count(page, locale) }) : t('read.title', { name }),
    description: t('read.description', { name }),
    alternates,
    image: title.cover ? `${title.cover.base}-og.jpg` : undefined,
    data: [breadcrumbs(site, steps), ...recordings({ view, tracks, base, site })],
  }
}

function recordings({ view: { title }, tracks, base, site }: Pick<Shown, 'view' | 'tracks' | 'base' | 'site'>) {
  return tracks.flatMap(({ track, texts }) => {
    const spoken = texts.find(({ is_spoken: isSpoken }) => isSpoken)
    if (!spoken) return []
    const transcript = spoken.cues.map(({ text }) => text).join(' ')
    return [
      recording(site, {
        name: track.name,
        path: `${base}?track=${track.id}`,
        spoken: title.spoken_tag ?? title.spoken,
        seconds: track.seconds,
        transcript,
        partOf: base,
      }),
    ]
  })
}
