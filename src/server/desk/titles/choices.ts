import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { plainLine } from '#contract/plain-text.ts'
import { foldText } from '#contract/sound-key.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { Db } from '../../db/connect.ts'
import { importCategories, importPeople } from '../../import/collections.ts'
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
export type Choice = ReplyOf<typeof endpoints.deskChoices>['choices'][number]
type NewChoice = InputOf<typeof endpoints.deskAddChoice>

const NAMES = `jsonb_strip_nulls(jsonb_build_object('en', translations->'en'->>'name', 'mr', translations->'mr'->>'name')) as names`
const COLUMNS = { people: `key, ${NAMES}`, categories: `key, ${NAMES}, kind` }
const MOST = 20

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
        `select ${COLUMNS.categories} from categories where ${named} order by kind, position, id`,
        [like],
      ),
    }
  const choices = await db.query<Choice>(
    `select ${COLUMNS.people} from people where ${named} or search_text like $2 or ($3 <> '{}' and search_keys @> $3::text[])
      order by (translations->'en'->>'name' ilike $1 or translations->'mr'->>'name' ilike $1) desc, popular nulls last, id limit ${MOST}`,
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
export const choicesOf = (db: Db, of: 'people' | 'categories', keys: string[]): Promise<Choice[]> =>
  db.query<Choice>(`select ${COLUMNS[of]} from ${of} where key = any($1)`, [keys])

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
    const key = await freeKey(inner, of, keyOf(first[1]))
    const translations = Object.fromEntries(names.map(([locale, name]) => [locale, { name: importablePlain(name) }]))
    const own = importWithoutFolder({ db: inner, media: context.media, now: context.now() }, [] as ImportFault[])
    if (of === 'people') await importPeople(own, [{ key, translations }])
    else await importCategories(own, [{ key, translations, kind, position: 1_000 }])
    await noteAction(inner, context.now(), of === 'people' ? 'add person' : 'add category', key, {}, staff.name)
    await rememberChange(inner, context.now(), {
      ...{ staff, area: 'names', action: of === 'people' ? 'add person' : 'add category', target: of, label: first[1] },
      ...{ before: { [key]: null }, after: { [key]: (await namesByKey(inner, of))[key] ?? null } },
    })
    const [choice] = await choicesOf(inner, of, [key])
    if (!choice) throw new Error(`${of} ${key} was not written`)
    return { choice }
  })
}
