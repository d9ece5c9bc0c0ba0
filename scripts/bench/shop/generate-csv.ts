import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { titleRows } from './catalog.ts'
import { ROOT, WORK } from './shop.ts'
import { measureMemory } from '../weight.ts'

const quoted = (text: unknown): string => `"${String(text ?? '').replaceAll('"', '""')}"`

/** Writes titles of the data set to a CSV file and imports it with the command into a new folder. */
export async function importCsv(titles: number): Promise<{ seconds: number; megabytes: number }> {
  const dataDir = join(WORK, `sheet-${titles}`)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'titles.csv')
  await writeCsv(file, titles)
  const env = { ...process.env, DATA_DIR: join(dataDir, 'data'), SHOP_MODE: 'demo', DATABASE_URL: '' }
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/import.ts', file, '--no-covers'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stopMeasuring = measureMemory(child.pid ?? 0)
  const code = await new Promise((done) => child.once('exit', done))
  if (code !== 0) throw new Error(`the import of ${file} ended with code ${code}`)
  return {
    seconds: (performance.now() - started) / 1000,
    megabytes: Math.round(stopMeasuring().get(child.pid ?? 0)?.megabytes ?? 0),
  }
}

async function writeCsv(file: string, titles: number): Promise<void> {
  const out = createWriteStream(file)
  out.write('key,type,spoken,name.en,name.mr,description.en,description.mr,authors,categories,published\n')
  // Without prices: a priced title without sound is a fault of the import.
  for await (const { key, type, spoken, translations, authors, categories, published } of titleRows(titles)) {
    const { en, mr } = translations
    const words = [en.name, mr.name, en.description, mr.description]
    const cells = [key, type, spoken, ...words, authors.join(';'), categories.join(';'), published]
    if (!out.write(`${cells.map(quoted).join(',')}\n`)) await once(out, 'drain')
  }
  out.end()
  await finished(out)
}
