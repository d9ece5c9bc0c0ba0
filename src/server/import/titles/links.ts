import type { TitleRow } from '#contract/import/import.ts'
import type { Fault, Refs, Ref } from './prepare.ts'

type Person = { person_id: number; role: string; position: number; key: string }

export function linksOf(row: TitleRow, { people, categories }: Refs, reportFault: Fault) {
  const found = <Found>(
    keys: string[],
    known: Map<string, Ref>,
    field: string,
    toLink: (id: number, position: number, key: string) => Found,
  ): Found[] =>
    [...new Set(keys)].flatMap((key, position) => {
      const ref = known.get(key)
      if (!ref) reportFault(field, 'unknown', key)
      return ref ? [toLink(ref.id, position, key)] : []
    })
  const role =
    (name: string) =>
    (id: number, position: number, key: string): Person => ({ person_id: id, role: name, position, key })
  return {
    people: [
      ...found(row.authors, people, 'authors', role('author')),
      ...found(row.directors, people, 'directors', role('director')),
      ...found(row.artists, people, 'artists', role('artist')),
    ],
    categories: found(row.categories, categories, 'categories', (id, position, key) => ({
      category_id: id,
      position,
      key,
    })),
  }
}

/** A number alone says nothing, so it goes with its series. */
export function seriesOf({ series: key, seriesNumber }: TitleRow, { series }: Refs, reportFault: Fault) {
  const ref = key === undefined ? undefined : series.get(key)
  if (key !== undefined && !ref) reportFault('series', 'unknown', key)
  if (key === undefined && seriesNumber !== undefined)
    reportFault('seriesNumber', 'noSeries', String(seriesNumber), true)
  return ref
    ? { series_id: ref.id, series: key ?? null, series_number: seriesNumber ?? null }
    : { series_id: null, series: null, series_number: null }
}
