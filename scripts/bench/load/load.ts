// Imports a catalog of the data set into a data folder and prints duration and memory. Started by the benchmarks: load.ts <folder> <titles> [twice].
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import type { Db } from '../../../src/server/db/connect.ts'
import { openShop } from '../../../src/server/main.ts'
import { collectionsOf, titleRows } from '../shop/catalog.ts'
import { benchConfig } from '../shop/config.ts'

const [folder = '', count = '0', mode = 'once'] = process.argv.slice(2)
const memorySamples: number[] = []
const sampleMemory = () => void memorySamples.push(process.memoryUsage().rss / 2 ** 20)
const { context, close } = await openShop(benchConfig(folder))
const collections = await collectionsOf()
const started = performance.now()
const sampling = setInterval(sampleMemory, 250)
const done = await importCatalog({ ...context }, { collections, titles: titleRows(Number(count)), folder })
clearInterval(sampling)
const seconds = (performance.now() - started) / 1000
const again = performance.now()
const second =
  mode === 'twice'
    ? await importCatalog({ ...context }, { collections, titles: titleRows(Number(count)), folder })
    : undefined
const repeated = second && { changed: second.changed, seconds: (performance.now() - again) / 1000 }
await giveSound(context.db)
await close()
console.log(JSON.stringify({ ...done, seconds, weights: memorySamples, again: repeated }))

/** One file for all tracks: without sound every title would be coming soon. */
async function giveSound(db: Db): Promise<void> {
  await db.query(`with file as (insert into media_files (kind, hash, path, bytes, seconds) values ('audio', 'bench', 'audio/bench.mp3', 1, 1)
    on conflict (path) do update set bytes = excluded.bytes returning id) update tracks set audio_id = file.id from file`)
  await db.query('vacuum full analyze tracks')
}
