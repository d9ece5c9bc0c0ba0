import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import type { ListedName, NameFilter, NameKind } from '#contract/desk/catalog/names.ts'
import type { Db } from '../../db/connect.ts'
import { pageOf, type Paged } from '../../db/pagination.ts'
import { NAME_TABLES } from './name-tables.ts'

const TITLES = {
  person: '(select count(distinct l.product_id) from product_people l where l.person_id = n.id)',
  category: '(select count(*) from product_categories l where l.category_id = n.id)',
  series: '(select count(*) from products p where p.series_id = n.id)',
} as const
const FILTERS: Record<NameFilter, (of: NameKind) => string> = {
  all: () => 'true',
  english: () => `not n.translations ? 'en'`,
  marathi: () => `not n.translations ? 'mr'`,
  unused: (of) => `${TITLES[of]} = 0`,
}

/** By a part of the name in either script, or of the key. */
export function listNames(
  db: Db,
  { of, q, filter, page }: { of: NameKind; q: string; filter: NameFilter; page: number },
): Promise<Paged<ListedName & { id: number }>> {
  return pageOf(
    db,
    `select n.id, n.key, jsonb_strip_nulls(jsonb_build_object('en', n.translations->'en'->>'name', 'mr', n.translations->'mr'->>'name')) as names,
       ${TITLES[of]}::int as titles from ${NAME_TABLES[of]} n
     where strpos(lower(concat_ws(' ', n.key, n.translations->'en'->>'name', n.translations->'mr'->>'name')), lower($1)) > 0 and ${FILTERS[filter](of)}`,
    { page, limit: DESK_PAGE },
    [q.trim()],
  )
}
