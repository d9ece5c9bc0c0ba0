import type { endpoints } from '#contract/http/endpoints.ts'
import type { ChoiceList } from '#contract/desk/titles/titles.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { plainLine } from '#contract/text/plain-text.ts'
import { foldText } from '#contract/listening/sound-key.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { Db } from '../../db/connect.ts'
import { importCategories, importPeople, importSeries } from '../../import/collections.ts'
import type { ImportFault } from '../../import/report.ts'
import { keyOf } from '../../import/source/keys.ts'
import { importablePlain } from '../../import/stored/texts.ts'
import { importWithoutFolder } from '../../import/titles/save-titles.ts'
import type { Failure } from '../../runtime/failure.ts'
import { keysOf } from '../../search/terms.ts'
import { freeKey } from './free-key.ts'
import { rememberChange } from '../history/remember.ts'
import { inCatalog } from '../in-catalog.ts'
import { namesByKey } from '../names/restore.ts'
import { type TitleContext } from './save.ts'

type Asked = InputOf<typeof endpoints.deskChoices>
type Choice = ReplyOf<typeof endpoints.deskChoices>['choices'][number]
type NewChoice = InputOf<typeof endpoints.deskAddChoice>

const NAMES = `jsonb_strip_nulls(jsonb_build_object('en', translations->'en'->>'name', 'mr', translations->'mr'->>'name')) as names`
const COLUMNS = { people: `key, ${NAMES}`, categories: `key, ${NAMES}, kind`, series: `key, ${NAMES}` }
const ADDED = { people: 'add person', categories: 'add category', series: 'add series' } as const
const MOST = 20

/** A word of the name begins with it: who types "story" does not mean history. */
const beginsWord = (locale: string): string =>
  `' ' || regexp_replace(translations->'${locale}'->>'name', '[^[:alnum:]\u0900-\u097f]+', ' ', 'g') ilike $1`

/** By a name in either script, as it is written or as it sounds; without one the first of them. */
export async function listChoices(
  { db }: Pick<TitleContext, 'db'>,
  { of, q = '' }: Asked,
): Promise<{ choices: Choice[] }> {
  const text = plainLine(q)
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const named = `translations->'en'->>'name' ilike $1 or translations->'mr'->>'name' ilike $1`
  if (of === 'categories')
    return {
      choices: await db.query(
        `select ${COLUMNS.categories} from categories where ${beginsWord('en')} or ${beginsWord('mr')} order by kind, position, id`,
        [`% ${like.slice(1)}`],
      ),
    }
  const choices = await db.query<Choice>(
    `select ${COLUMNS[of]} from ${of} where ${named} or search_text like $2 or ($3 <> '{}' and search_keys @> $3::text[])
      order by (translations->'en'->>'name' ilike $1 or translations->'mr'->>'name' ilike $1) desc, ${of === 'people' ? 'popular nulls last, ' : ''}id limit ${MOST}`,
    [
      like,
      `%|${foldText(text)}%`,
      text.length > 2
        ? keysOf([text])
            .filter((key) => !/^[=^]/.test(key))
            .slice(0, 1)
        : [],
    ],
  )
  return { choices }
}

/** Those that a title names, in any order. */
export const choicesOf = (db: Db, of: ChoiceList, keys: string[]): Promise<Choice[]> =>
  db.query<Choice>(`select ${COLUMNS[of]} from ${of} where key = any($1)`, [keys])

/** Two people may be of one name, two series are not: who adds one that somebody else has just added gets that one. */
async function seriesNamed(db: Db, names: string[][]): Promise<Choice | undefined> {
  const [found] = await db.query<Choice>(
    `select ${COLUMNS.series} from series, unnest($1::text[], $2::text[]) as n (locale, name)
      where lower(translations -> n.locale ->> 'name') = lower(n.name) order by id limit 1`,
    [names.map(([locale]) => locale), names.map(([, name]) => name)],
  )
  return found
}

/** Adds somebody whom the search did not find, with the name that was typed. */
export async function addChoice(
  context: TitleContext,
  staff: StaffCaller,
  { of, kind = 'genre', en = '', mr = '' }: NewChoice,
): Promise<{ choice: Choice } | Failure<'nameNeeded'>> {
  const names = Object.entries({ en: plainLine(en), mr: plainLine(mr) }).filter(([, name]) => name)
  const [first] = names
  if (!first) return { fault: 'nameNeeded', fields: { en: 'required' } }
  return inCatalog(context, async (inner) => {
    const existing = of === 'series' ? await seriesNamed(inner, names) : undefined
    if (existing) return { choice: existing }
    const key = await freeKey(inner, of, keyOf(first[1]))
    const translations = Object.fromEntries(names.map(([locale, name]) => [locale, { name: importablePlain(name) }]))
    const own = importWithoutFolder({ db: inner, media: context.media, now: context.now() }, [] as ImportFault[])
    if (of === 'people') await importPeople(own, [{ key, translations }])
    else if (of === 'series') await importSeries(own, [{ key, translations }])
    else await importCategories(own, [{ key, translations, kind, position: 1_000 }])
    const action = ADDED[of]
    await noteAction(inner, context.now(), action, key, {}, staff.name)
    await rememberChange(inner, context.now(), {
      ...{ staff, area: 'names', action, target: of, label: first[1] },
      ...{ before: { [key]: null }, after: { [key]: (await namesByKey(inner, of))[key] ?? null } },
    })
    const [choice] = await choicesOf(inner, of, [key])
    if (!choice) throw new Error(`${of} ${key} was not written`)
    return { choice }
  })
}
