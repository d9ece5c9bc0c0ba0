import type { TitleRow } from '#contract/import/import.ts'
import { LOCALES } from '#contract/text/locale.ts'
import type { TitleEdit, TrackEdit } from '#contract/desk/titles/title-edit.ts'
import type { Translations } from '#contract/text/text.ts'
import { trackKey } from '../../import/source/sound.ts'
import { importableTexts, mediaPath } from '../../import/stored/texts.ts'
import { rowOfTitle, type StoredTitle } from '../../import/stored/titles.ts'

/** What the editor shows of a title. Texts are as they are stored: plain ones without entities. */
export function editOf(title: StoredTitle): TitleEdit {
  const row = rowOfTitle(title)
  return {
    type: row.type,
    spoken: row.spoken,
    translations: title.translations,
    authors: row.authors,
    directors: row.directors,
    artists: row.artists,
    categories: row.categories,
    series: title.series,
    seriesNumber: title.series_number,
    isFree: row.isFree,
    subscriptionOnly: row.subscriptionOnly,
    purchaseOnly: row.purchaseOnly,
    recurring: row.recurring,
    priceInr: row.priceInr,
    priceUsd: row.priceUsd,
    published: row.published,
    ages: title.ages,
    institute: title.institute,
    cover: row.cover ?? null,
    samples: row.samples,
    tracks: title.tracks.map(({ key, translations, path, seconds, is_free: isFree }) => ({
      key,
      translations,
      audio: path ? mediaPath(path) : null,
      seconds: Math.round(seconds),
      isFree,
    })),
  }
}

/** The row that writes an edited title; what the editor does not show stays. */
export function rowOfEdit(
  stored: StoredTitle,
  { cover, ages, institute, tracks, series = stored.series, seriesNumber = stored.series_number, ...edit }: TitleEdit,
): TitleRow {
  const { cover: _cover, ages: _ages, institute: _institute, draft: _draft, ...rest } = rowOfTitle(stored)
  const { series: _series, seriesNumber: _number, ...before } = rest
  return {
    ...before,
    ...edit,
    translations: importableTexts(withoutEmpty(edit.translations)),
    tracks: rowsOfTracks(stored.key, before.tracks, tracks),
    ...(cover && { cover }),
    ...(ages && { ages }),
    ...(series && { series, ...(seriesNumber !== null && { seriesNumber }) }),
    ...(institute && { institute: importableTexts({ en: { name: institute } }).en?.name ?? '' }),
  }
}

/** A text that was emptied is none. */
function withoutEmpty(translations: Translations): Translations {
  const entries = LOCALES.flatMap((locale) => {
    const wording = translations[locale]
    if (!wording?.name.trim()) return []
    const texts = Object.entries(wording).filter(([, text]) => text.trim() !== '')
    return [[locale, Object.fromEntries(texts)] as const]
  })
  return Object.fromEntries(entries)
}

function rowsOfTracks(titleKey: string, before: TitleRow['tracks'], tracks: TrackEdit[]): TitleRow['tracks'] {
  const known = new Map(before.map((track) => [track.key, track]))
  const taken = new Set(tracks.flatMap(({ key }) => (key && known.has(key) ? [key] : [])))
  return tracks.map(({ key, translations, audio, isFree }) => {
    const old = key === undefined ? undefined : known.get(key)
    const { seconds } = old ?? {}
    return {
      key: old ? old.key : newTrackKey(titleKey, translations, taken),
      translations: importableTexts(withoutEmpty(translations), 'plain'),
      ...(audio ? { audio } : seconds !== undefined && { seconds }),
      ...(isFree && { isFree }),
      ...(old?.episode && { episode: old.episode }),
    }
  })
}

/** No two tracks of the title have it, and it does not change with the name. */
function newTrackKey(titleKey: string, { en, mr }: Translations, taken: Set<string>): string {
  const stem = trackKey(titleKey, en?.name ?? mr?.name ?? 'track')
  let key = stem
  for (let number = 2; taken.has(key); number += 1) key = `${stem.slice(0, 112)}-${number}`
  taken.add(key)
  return key
}
