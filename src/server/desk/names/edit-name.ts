import type { EditedName, NameKind } from '#contract/desk/names.ts'
import type { endpoints } from '#contract/endpoints.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { LOCALES } from '#contract/locale.ts'
import type { Translations } from '#contract/text.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { digestOf } from '../../db/upsert.ts'
import { importCategories, importPeople } from '../../import/collections.ts'
import type { ImportFault } from '../../import/report.ts'
import { importableTexts, mediaPath } from '../../import/stored/texts.ts'
import { importWithoutFolder } from '../../import/titles/save-titles.ts'
import type { Failure } from '../../runtime/failure.ts'
import { inCatalog } from '../in-catalog.ts'

type Stored = {
  key: string
  translations: Translations
  photo: string | null
  widths: number[] | null
  popular: number | null
  kind: 'genre' | 'kids' | 'languagelab' | null
  position: number | null
}
type Wish = InputOf<typeof endpoints.deskSaveName>
type Refusal = Failure<'notFound' | 'changedMeanwhile' | 'nameNeeded' | 'noPicture'>

const STATEMENTS: Record<NameKind, string> = {
  person: `select p.key, p.translations, m.path as photo, m.widths, p.popular, null as kind, null as position
    from people p left join media_files m on m.id = p.photo_id where p.key = $1`,
  category: `select key, translations, null as photo, null as widths, null as popular, kind, position from categories where key = $1`,
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

/** A person or a category as it is edited; undefined when there is none. */
export async function readName(db: Db, of: NameKind, key: string): Promise<EditedName | undefined> {
  const row = await stored(db, of, key)
  return row && editedOf(row)
}

/** Saves names, texts and the photo by the rules of the import; all titles that name it show them. */
export async function saveName(
  context: Pick<AppContext, 'db' | 'media' | 'now'>,
  { of, key, version, translations, photo }: Wish,
  staff: string,
): Promise<{ name: EditedName } | Refusal> {
  const words = withoutEmpty(translations)
  if (Object.keys(words).length === 0) return { fault: 'nameNeeded', fields: { name: 'required' } }
  return inCatalog<{ name: EditedName } | Refusal>(context, async (inner) => {
    const before = await stored(inner, of, key)
    if (!before) return { fault: 'notFound' }
    if (editedOf(before).version !== version) return { fault: 'changedMeanwhile' }
    const faults: ImportFault[] = []
    const own = importWithoutFolder({ db: inner, media: context.media, now: context.now() }, faults)
    const texts = importableTexts(words)
    const { kind, position, popular } = before
    if (of === 'category')
      await importCategories(own, [{ key, translations: texts, kind: kind ?? 'genre', position: position ?? 0 }])
    else
      await importPeople(own, [
        { key, translations: texts, ...(photo && { photo }), ...(popular !== null && { popular }) },
      ])
    if (faults.length > 0) return { fault: 'noPicture', fields: { photo: faults[0]?.reason ?? 'missing' } }
    await noteAction(inner, context.now(), `save ${of}`, key, {}, staff)
    const saved = await readName(inner, of, key)
    return saved ? { name: saved } : { fault: 'notFound' }
  })
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
