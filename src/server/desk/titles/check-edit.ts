import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import type { Db } from '../../db/connect.ts'
import type { StoredTitle } from '../../import/stored/titles.ts'
import { hasRecording } from './title-state.ts'

type Faults = [field: string, fault: string][]

/** Fault codes by field; undefined when the title can be saved. The import would leave a wrong reference out, an editor hears of it. */
export async function faultsOfEdit(
  db: Db,
  before: StoredTitle,
  title: TitleEdit,
  today: string,
): Promise<Record<string, string> | undefined> {
  const names = [title.translations.en?.name, title.translations.mr?.name].map((name) => name?.trim() ?? '')
  const faults: Faults = [
    ...(names.some(Boolean) ? [] : ([['translations', 'required']] satisfies Faults)),
    ...dayFaults(before, title, today),
    ...repeatedTracks(title),
    ...lostRecordings(before, title),
    ...(await unknownKeys(db, 'people', [...title.authors, ...title.directors, ...title.artists], 'people')),
    ...(await unknownKeys(db, 'categories', title.categories, 'categories')),
    ...(await unknownKeys(db, 'series', title.series ? [title.series] : [], 'series')),
    ...(await unknownMedia(db, title)),
  ]
  return faults.length > 0 ? Object.fromEntries(faults.slice(0, 20)) : undefined
}

function dayFaults({ status }: StoredTitle, { published }: TitleEdit, today: string): Faults {
  // It would leave the shop until that day: who wants that schedules it.
  return status === 'published' && published > today ? [['published', 'future']] : []
}

function repeatedTracks({ tracks }: TitleEdit): Faults {
  const keys = tracks.flatMap(({ key }) => key ?? [])
  const faults: Faults = keys.length > new Set(keys).size ? [['tracks', 'repeated']] : []
  const nameless = tracks.findIndex(({ translations: { en, mr } }) => !en?.name.trim() && !mr?.name.trim())
  return nameless < 0 ? faults : [...faults, [`tracks.${nameless}.name`, 'required']]
}

/** It would be published on its day without anything to hear. */
function lostRecordings(before: StoredTitle, { tracks }: TitleEdit): Faults {
  if (before.withheld !== 'scheduled' || !hasRecording(before)) return []
  return tracks.some(({ audio }) => audio !== null) ? [] : [['tracks', 'noRecording']]
}

async function unknownKeys(
  db: Db,
  table: 'people' | 'categories' | 'series',
  keys: string[],
  field: string,
): Promise<Faults> {
  const found = await db.query<{ key: string }>(`select key from ${table} where key = any($1)`, [keys])
  const known = new Set(found.map(({ key }) => key))
  return keys.some((key) => !known.has(key)) ? [[field, 'unknown']] : []
}

async function unknownMedia(db: Db, { cover, samples, tracks }: TitleEdit): Promise<Faults> {
  const named: Faults = [
    ...(cover ? [['cover', cover] as [string, string]] : []),
    ...samples.map((path, at): [string, string] => [`samples.${at}`, path]),
    ...tracks.flatMap(({ audio }, at): Faults => (audio ? [[`tracks.${at}.audio`, audio]] : [])),
  ]
  const paths = named.map(([, path]) => path.slice('media/'.length))
  const found = await db.query<{ path: string }>('select path from media_files where path = any($1)', [paths])
  const known = new Set(found.map(({ path }) => `media/${path}`))
  return named.flatMap(([field, path]): Faults => (known.has(path) ? [] : [[field, 'missing']]))
}
