import { startOfDay } from '#contract/time/day.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import type { TitleRow } from '#contract/import/import.ts'
import type { Translations, Wording } from '#contract/text/text.ts'
import { nameOf } from '../source/sound.ts'
import type { ReadRow, RawRow } from '../source/read-row.ts'

/** Fields that an empty cell leaves alone: sound and pictures are removed by `--replace-files` only. */
const KEPT_WHEN_EMPTY = new Set(['key', 'spoken', 'published', 'cover', 'samples', 'photo', 'image', 'file'])

/** What the table says, and for what it does not say what the shop has: only an empty cell clears a field. */
export function completeRow(known: RawRow | undefined, { row, cleared, defaults }: ReadRow): RawRow {
  if (!known) return { ...defaults, ...row, ...textsOf(row, {}, cleared) }
  const rest = Object.entries(known).filter(([name]) => !cleared.has(name) || KEPT_WHEN_EMPTY.has(name))
  const emptied = Object.fromEntries(
    Object.entries(defaults ?? {}).filter(([name]) => cleared.has(name) && !KEPT_WHEN_EMPTY.has(name)),
  )
  return { ...emptied, ...Object.fromEntries(rest), ...row, ...textsOf(row, translationsIn(known), cleared) }
}

const translationsIn = (row: RawRow): Translations => (row['translations'] ?? {}) as Translations

function textsOf(row: RawRow, known: Translations, cleared: ReadonlySet<string>): RawRow {
  if (!('translations' in row)) return {}
  return { translations: mergeTexts(translationsIn(row), known, cleared) }
}

const WORDS = ['name', 'shortDescription', 'description', 'exercise'] as const

function mergeTexts(given: Translations, known: Translations, cleared: ReadonlySet<string>): Translations {
  const entries = LOCALES.flatMap((locale) => {
    if (cleared.has(`name.${locale}`)) return []
    const wording: Partial<Wording> = {}
    for (const word of WORDS) {
      const isCleared = cleared.has(`${word}.${locale}`) || (cleared.has(word) && word !== 'name')
      const text = textIn(given, known, locale, word) || (isCleared ? undefined : known[locale]?.[word])
      if (text) wording[word] = text
    }
    return wording.name ? [[locale, { ...wording, name: wording.name }] as const] : []
  })
  return Object.fromEntries(entries)
}

/** A text without a name goes to the only language in which the title has one. */
function textIn(given: Translations, known: Translations, locale: Locale, word: keyof Wording): string | undefined {
  const own = given[locale]?.[word]
  if (own || word === 'name') return own
  const other = locale === 'en' ? 'mr' : 'en'
  const isHomeless = !given[other]?.name && !known[other]?.name
  return isHomeless ? given[other]?.[word] : undefined
}

type Track = RawRow & { key?: unknown }
const rowsIn = (value: unknown): Track[] => (Array.isArray(value) ? value : [])

/** `ownNames`: names of files count, because the folder of the title is complete. */
export function completeTitle(
  known: TitleRow | undefined,
  given: ReadRow,
  { ownNames }: { ownNames: boolean },
): RawRow {
  const row = completeRow(known && { ...known, tracks: [], samples: [], cover: undefined }, given)
  const tracks = rowsIn(given.row['tracks']).map(({ named, ...track }, index) => {
    const before = known?.tracks.find(({ key }) => key === track.key)
    const keepsName = before && !named && !ownNames
    return completeTrack(before, keepsName ? { ...track, translations: {} } : track, index)
  })
  const reviews = rowsIn(given.row['reviews'])
  return { ...row, tracks, reviews: reviews.length > 0 ? reviews : (known?.reviews ?? []) }
}

function completeTrack(
  known: TitleRow['tracks'][number] | undefined,
  { published, ...track }: Track,
  index: number,
): RawRow {
  const given = translationsIn(track)
  const translations = mergeTexts(given, known?.translations ?? {}, new Set())
  const { audio: _, seconds: __, part: ___, ...rest } = known ?? { key: '' }
  const path = typeof track['audio'] === 'string' ? track['audio'] : undefined
  return {
    ...rest,
    ...track,
    ...(typeof published === 'string' && { episode: datedEpisode(track['episode'] ?? known?.episode, published) }),
    ...(known?.seconds !== undefined && !path && track['seconds'] === undefined && { seconds: known.seconds }),
    translations: Object.keys(translations).length > 0 ? translations : nameOf('', index, path?.replace(/\.\w+$/, '')),
  }
}

/** What the feed of a podcast said of an episode, with the day of the table. */
const datedEpisode = (episode: unknown, day: string) => ({
  ...(episode instanceof Object && episode),
  published: startOfDay(day).toISOString(),
})
