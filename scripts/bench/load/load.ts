// Imports a catalog of the dataset into a data folder and says how long it took and what it weighed. Started by the benchmarks: load.ts <folder> <titles> [twice].
import { importCatalog } from '../../../src/server/import/import-catalog.ts'
import { openShop } from '../../../src/server/main.ts'
import { collectionsOf, titleRows } from '../shop/catalog.ts'
import { benchConfig } from '../shop/config.ts'

const [folder = '', count = '0', mode = 'once'] = process.argv.slice(2)
const weights: number[] = []
const weigh = () => void weights.push(process.memoryUsage().rss / 2 ** 20)
const { context, close } = await openShop(benchConfig(folder))
const collections = await collectionsOf()
const started = performance.now()
const weighing = setInterval(weigh, 250)
const done = await importCatalog({ ...context }, { collections, titles: titleRows(Number(count)), folder })
clearInterval(weighing)
const seconds = (performance.now() - started) / 1000
const again = performance.now()
const second =
  mode === 'twice'
    ? await importCatalog({ ...context }, { collections, titles: titleRows(Number(count)), folder })
    : undefined
const repeated = second && { changed: second.changed, seconds: (performance.now() - again) / 1000 }
await close()
console.log(JSON.stringify({ ...done, seconds, weights, again: repeated }))
