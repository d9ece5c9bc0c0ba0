import type { EditedName, NameKind } from '#contract/desk/catalog/names.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { LOCALES } from '#contract/text/locale.ts'
import type { Translations } from '#contract/text/text.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { digestOf } from '../../db/upsert.ts'
import { importCategories, importPeople, importSeries, mainName } from '../../import/collections.ts'
import type { ImportFault } from '../../import/report.ts'
import { importableTexts, mediaPath } from '../../import/stored/texts.ts'
import { importWithoutFolder } from '../../import/titles/save-titles.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { Failure } from '../../runtime/failure.ts'
import { rememberChange } from '../history/remember.ts'
import { inCatalog } from '../in-catalog.ts'
import { NAME_TABLES } from './name-tables.ts'
import { namesByKey } from './restore.ts'
import { writeTitlesOf } from './titles-of-series.ts'

type Stored = {
  key: string
  translations: Translations
  photo: string | null
  widths: number[] | null
  popular: number | null
  kind: 'genre' | 'kids' | 'languagelab' | null
  position: number | null
}
type Input = InputOf<typeof endpoints.deskSaveName>
type Refusal = Failure<'notFound' | 'changedMeanwhile' | 'nameNeeded' | 'noPicture'>

const STATEMENTS: Record<NameKind, string> = {
  person: `select p.key, p.translations, m.path as photo, m.widths, p.popular, null as kind, null as position
    from people p left join media_files m on m.id = p.photo_id where p.key = $1`,
  category: `select key, translations, null as photo, null as widths, null as popular, kind, position from categories where key = $1`,
  series: `select key, translations, null as photo, null as widths, null as popular, null as kind, null as position from series where key = $1`,
}

async function stored(db: Db, of: NameKind, key: string): Promise<Stored | undefined> {
  return (await db.query<Stored>(STATEMENTS[of], [key]))[0]
}

const editedOf = ({ widths, ...row }: Stored): EditedName => ({
  key: row.key,
  version: digestOf(row),
  translations: row.translations,
  photo: row.photo && mediaPath(row.photo),
  photo_address: row.photo && `/media/${row.photo}-${widths?.[0]}.webp`,
})

/** A person, a category or a series as it is edited; undefined when there is none. */
export async function readName(db: Db, of: NameKind, key: string): Promise<EditedName | undefined> {
  const row = await stored(db, of, key)
  return row && editedOf(row)
}

type Saved = { name: EditedName; change: number | null }

/** Saves names, texts and the photo by the rules of the import; all titles that name it show them. */
export async function saveName(
  context: Pick<AppContext, 'db' | 'media' | 'now'>,
  { of, key, version, translations, photo }: Input,
  staff: StaffCaller,
): Promise<Saved | Refusal> {
  const words = withoutEmpty(translations)
  if (Object.keys(words).length === 0) return { fault: 'nameNeeded', fields: { name: 'required' } }
  return inCatalog<Saved | Refusal>(
    context,
    async (inner) => {
      const before = await stored(inner, of, key)
      if (!before) return { fault: 'notFound' }
      if (editedOf(before).version !== version) return { fault: 'changedMeanwhile' }
      const old = await rowOf(inner, of, key)
      const faults: ImportFault[] = []
      const own = importWithoutFolder({ db: inner, media: context.media, now: context.now() }, faults)
      const { kind, position, popular } = before
      const write = of === 'series' ? importSeries : of === 'category' ? importCategories : importPeople
      await write(own, [
        {
          ...{ key, translations: importableTexts(words) },
          ...(of === 'category' && { kind: kind ?? 'genre', position: position ?? 0 }),
          ...(of === 'person' && { ...(photo && { photo }), ...(popular !== null && { popular }) }),
        },
      ])
      if (of === 'series') await writeTitlesOf({ db: inner, media: context.media, now: own.now }, [key])
      if (faults.length > 0) return { fault: 'noPicture', fields: { photo: faults[0]?.reason ?? 'missing' } }
      const name = await readName(inner, of, key)
      if (!name) return { fault: 'notFound' }
      if (name.version === version) return { name, change: null }
      const label = labelOf(before.translations, name.translations)
      return { name, change: await remember(inner, own.now, staff, { of, key, label, before: old }) }
    },
    (result) => 'change' in result && result.change !== null,
  )
}

const rowOf = async (db: Db, of: NameKind, key: string) => (await namesByKey(db, NAME_TABLES[of]))[key] ?? null

type Change = { of: NameKind; key: string; label: string; before: Record<string, unknown> | null }

/** In the audit log and in the history, as `namesRestorer` reads it. */
async function remember(inner: Db, now: Date, staff: StaffCaller, { of, key, label, before }: Change): Promise<number> {
  const action = `save ${of}` as const
  await noteAction(inner, now, action, key, {}, staff.name)
  return rememberChange(inner, now, {
    ...{ staff, area: 'names', action, target: NAME_TABLES[of], label },
    ...{ before: { [key]: before }, after: { [key]: await rowOf(inner, of, key) } },
  })
}

/** The old name and the new one, so that people find the change by either. */
function labelOf(before: Translations, after: Translations): string {
  const renamed = LOCALES.find((locale) => before[locale]?.name !== after[locale]?.name)
  if (!renamed) return mainName(after)
  return [before[renamed]?.name, after[renamed]?.name].filter(Boolean).join(' → ')
}

function withoutEmpty(translations: Translations): Translations {
  return Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const wording = translations[locale]
      if (!wording?.name.trim()) return []
      return [[locale, Object.fromEntries(Object.entries(wording).filter(([, text]) => text.trim() !== ''))] as const]
    }),
  )
}
