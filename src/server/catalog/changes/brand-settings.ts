import { applyColours } from '#brand/colours.ts'
import { applySettings, firmWith } from '#brand/brand.ts'
import type { BrandSettings, Firm } from '#brand/settings.ts'
import type { Db } from '../../db/connect.ts'
import type { CatalogSignal } from './catalog-signal.ts'

type Stored = { key: string; value: unknown; version: number }
type StoredSettings = { settings: BrandSettings; versions: Record<string, number> }

/** What the desk set over the defaults of `brand/`. Each part is a row of its own. */
export async function storedSettings(db: Db): Promise<StoredSettings> {
  const rows = await db.query<Stored>('select key, value, version from shop_settings order by key')
  return {
    // Only the desk writes them, checked part by part.
    settings: Object.assign({}, ...rows.map(({ value }) => value)) as BrandSettings,
    versions: Object.fromEntries(rows.map(({ key, version }) => [key, version])),
  }
}

/** Mails, documents and replies of this process show what the desk set. */
export async function loadSettings(db: Db): Promise<void> {
  const { settings } = await storedSettings(db)
  applySettings(settings)
  applyColours(settings.colours)
}

/** Loads the settings again with each change that the database announces. Returns what ends it. */
export function followSettings(db: Db, signal: CatalogSignal, onError: (error: unknown) => void): () => void {
  let isLoading = false
  let isStale = false
  const load = async (): Promise<void> => {
    isStale = true
    if (isLoading) return
    isLoading = true
    while (isStale) {
      isStale = false
      await loadSettings(db).catch(onError)
    }
    isLoading = false
  }
  return signal.follow(() => void load())
}

/**
 * The firm at a time: documents name the firm of their day, whatever became of it. Asks the database for that of today too: this
 * process may not have heard yet that it changed.
 */
export async function firmAt(db: Db, at: Date): Promise<Firm> {
  const [found] = await db.query<{ value: Firm }>(
    `select value from (select until, value from past_firms where until > $1
       union all select 'infinity', value->'firm' from shop_settings where key = 'firm') f order by until limit 1`,
    [at],
  )
  return found?.value ?? firmWith({})
}
