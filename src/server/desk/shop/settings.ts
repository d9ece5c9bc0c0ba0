import { brand, firmWith } from '#brand/brand.ts'
import { weakPairs } from '#brand/contrast.ts'
import type { BrandSettings, Firm, LegalOverride } from '#brand/settings.ts'
import { coloursOf, tokens, type Theme } from '#brand/tokens.ts'
import type { Role } from '#contract/desk/staff/roles.ts'
import type { DeskSettings } from '#contract/desk/shop/settings.ts'
import { noteAction } from '../../audit/audit-log.ts'
import { loadSettings, storedSettings } from '../../catalog/changes/brand-settings.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { changeCatalog } from '../../db/upsert.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { Failure } from '../../runtime/failure.ts'
import { rememberChange } from '../history/remember.ts'
import type { Restorer } from '../history/restorer.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Part = 'name' | 'firm' | 'look' | 'logo' | 'legal'
type Settings = Omit<DeskSettings, 'status'>
/** `work` gets what is stored of all parts, and answers what is stored of this one. */
type Saving = { part: Part; version: string; staff: StaffCaller; work: (stored: BrandSettings) => BrandSettings }
type Saved = Settings | Failure<'changedMeanwhile'>

/** What counts now, with the version of each part: 0 until it was saved once. */
export async function readSettings({ db }: Pick<AppContext, 'db'>): Promise<Settings> {
  const { settings, versions } = await storedSettings(db)
  const { light, dark } = coloursOf(settings.colours)
  const own = (theme: Theme, colours: Record<string, string>) =>
    Object.fromEntries(Object.keys(tokens[theme]).map((name) => [name, colours[name] ?? '']))
  return {
    versions: { name: 0, firm: 0, look: 0, logo: 0, legal: 0, ...versions },
    values: {
      name: {
        name: settings.name ?? brand.name,
        contact: settings.contact ?? brand.contact,
        inquiry: settings.inquiry ?? brand.inquiry,
        social: settings.social ?? brand.social,
      },
      firm: firmWith(settings),
      look: { colours: { light: own('light', light), dark: own('dark', dark) }, headings: settings.headings ?? 'tiro' },
      logo: settings.logo ?? null,
      legal: settings.legal ?? {},
    },
    changed: Object.keys(settings),
  }
}

/** Saves one part, unless somebody saved it since it was read; this process and the page build take it over. */
export async function saveSettings({ db, now }: Dependencies, saving: Saving): Promise<Saved> {
  const { part, version, staff, work } = saving
  const at = now()
  const isSaved = await changeCatalog(db, at, async (inner) => {
    const { settings, versions } = await storedSettings(inner)
    if (String(versions[part] ?? 0) !== version) return 0
    if (part === 'firm') await keepPastFirm(inner, at, firmWith(settings))
    const before = await storedPart(inner, part)
    const value = work(settings)
    await writePart(inner, part, value, at)
    await noteAction(inner, at, 'save', `settings ${part}`, { fields: Object.keys(value) }, staff.name)
    const area = AREAS[part]
    if (area)
      await rememberChange(inner, at, {
        ...{ staff, area, action: 'save settings', target: part },
        ...{ before, after: await storedPart(inner, part) },
      })
    return 1
  })
  if (!isSaved) return { fault: 'changedMeanwhile' }
  await loadSettings(db)
  return readSettings({ db })
}

/** Areas of the history. The firm has none: documents name it, and its change asks for the second factor. */
const AREAS: Partial<Record<Part, string>> = { name: 'settings', legal: 'settings', look: 'look', logo: 'look' }

async function storedPart(db: Db, part: string): Promise<unknown> {
  const [row] = await db.query<{ value: unknown }>('select value from shop_settings where key = $1', [part])
  return row?.value ?? {}
}

/** The version rises with every write, also with an undo. */
async function writePart(inner: Db, part: string, value: unknown, now: Date): Promise<void> {
  await inner.query(
    `insert into shop_settings (key, value, updated_at) values ($1, $2, $3)
     on conflict (key) do update set value = excluded.value, version = shop_settings.version + 1, updated_at = excluded.updated_at`,
    [part, JSON.stringify(value), now],
  )
}

const partRestorer = (roles: readonly Role[]): Restorer => ({
  roles,
  read: ({ db }, { target }) => storedPart(db, target),
  write: ({ db, now }, { target, before }) => writePart(db, target, before, now()),
  undone: ({ db }) => loadSettings(db),
})
/** Name, contact and legal texts, which the owner alone may change. */
export const settingsRestorer = partRestorer([])
/** Colours, fonts and logo. */
export const lookRestorer = partRestorer(['editor'])

/** Documents of before name the firm that sold. */
async function keepPastFirm(inner: Db, now: Date, firm: Firm): Promise<void> {
  await inner.query('insert into past_firms (until, value) values ($1, $2)', [now, JSON.stringify(firm)])
}

type Look = {
  colours: Record<Theme, Record<string, string | undefined>>
  headings: NonNullable<BrandSettings['headings']>
}

/** Only colours that differ from the defaults are stored: a new default reaches every other token. */
export async function saveLook(
  context: Dependencies,
  { colours, headings }: Look,
  version: string,
  staff: StaffCaller,
): Promise<Saved | Failure<'contrast'>> {
  const differing = (theme: Theme) =>
    Object.fromEntries(
      Object.entries(colours[theme]).flatMap(([name, colour]) =>
        colour && colour !== (tokens[theme] as Record<string, string>)[name] ? [[name, colour]] : [],
      ),
    )
  const changed = { light: differing('light'), dark: differing('dark') }
  const weak = weakPairs(changed)
  if (weak.length > 0)
    return {
      fault: 'contrast',
      fields: Object.fromEntries(
        weak.slice(0, 20).map(({ theme, color, ground, ratio }) => [`${theme}.${color}.${ground}`, String(ratio)]),
      ),
    }
  return saveSettings(context, { part: 'look', version, staff, work: () => ({ colours: changed, headings }) })
}

type Legal = LegalOverride & { name: 'terms' | 'privacy' | 'accessibility'; locale: 'en' | 'mr' }

export function saveLegal(
  context: Dependencies,
  { name, locale, updated, lead, clauses }: Legal,
  version: string,
  staff: StaffCaller,
): Promise<Saved> {
  const work = ({ legal = {} }: BrandSettings): BrandSettings => {
    const { [locale]: _, ...rest } = legal[name] ?? {}
    const text = clauses.length > 0 ? { ...rest, [locale]: { updated, lead, clauses } } : rest
    return { legal: { ...legal, [name]: text } }
  }
  return saveSettings(context, { part: 'legal', version, staff, work })
}
