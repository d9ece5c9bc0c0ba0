import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importCatalog, type ImportFault, type ImportSource } from '../import/write-catalog.ts'
import { ensureDemoAccounts } from './accounts.ts'
import { ensureDemoListening } from './listening.ts'
import { ensureDemoStaff } from './staff.ts'
import type { AppContext } from '../context.ts'

export type DemoCatalog = { source: ImportSource; titles: number }
type LoadDemo = () => Promise<DemoCatalog>
type SeedReport = { progress(titles: number, of: number): void; faults(faults: ImportFault[]): void }

/** Imports the demo catalog once, and again when the demo files changed. The fingerprint is stored last, so an interrupted import is repeated at the next start. */
export async function seedDemo(
  context: AppContext,
  demoFolder: string | URL,
  load: LoadDemo,
  report: SeedReport,
): Promise<void> {
  await ensureDemoStaff(context)
  const fingerprint = await fingerprintOf(demoFolder)
  const [stored] = await context.db.query<{ value: string }>(
    `select value #>> '{}' as value from shop_state where key = 'seeded'`,
  )
  if (stored?.value === fingerprint) return
  const demo = await load()
  const faults: ImportFault[] = []
  const importContext = {
    ...context,
    report: (fault: ImportFault) => void (fault.isWarning || faults.push(fault)),
    progress: ({ titles }: { titles: number }) => report.progress(titles, demo.titles),
  }
  await importCatalog(importContext, demo.source)
  await ensureDemoAccounts(context)
  await ensureDemoListening(context)
  await context.db.query(
    `insert into shop_state (key, value) values ('seeded', to_jsonb($1::text)) on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [fingerprint],
  )
  if (faults.length > 0) report.faults(faults)
}

/** A hash of names, sizes and times of the demo files: reading their 13 MB at each start would be slow. */
async function fingerprintOf(folder: string | URL): Promise<string> {
  const root = folder instanceof URL ? fileURLToPath(folder) : folder
  const names = (await readdir(root, { recursive: true })).toSorted()
  const facts = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(root, name))
      return found.isFile() ? [name, found.size, Math.round(found.mtimeMs)] : []
    }),
  )
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}
