// Imports a catalog of the data set into a data folder and prints duration and memory. Started by the benchmarks: load.ts <folder> <titles> [twice].
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
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
await close()
console.log(JSON.stringify({ ...done, seconds, weights: memorySamples, again: repeated }))
