// Publishes what changed in the catalog since the last time: npm run rebuild. `--watch MINUTES` repeats it after each change and at the latest after these minutes, `--rollback [ID]` serves an older publication again.
import { parseArgs } from 'node:util'
import { abortOnExitSignals, logFailed, logPublished, siteOptions } from './publish/report.ts'
import { buildSite, isFresh, rollBack, type SiteOptions } from './publish/site.ts'
import { watchCatalog } from './publish/watch.ts'

async function rebuild(options: SiteOptions): Promise<void> {
  if (await isFresh(options)) return console.log('nothing changed')
  const published = await buildSite(options)
  if (published) logPublished(published)
  else console.log('nothing changed')
}

/** A failed run is logged; the next one tries again. */
const watch = (options: SiteOptions, minutes: number): Promise<void> =>
  watchCatalog({ ...options, minutes, work: () => rebuild(options).catch(logFailed) })

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { watch: { type: 'string' }, rollback: { type: 'boolean' } },
    allowPositionals: true,
  })
  const options = siteOptions(abortOnExitSignals())
  if (values.rollback) return console.log(`serving ${await rollBack(options.dataDir, positionals[0])} again`)
  if (values.watch === undefined) {
    await rebuild(options).catch((error: unknown) => {
      logFailed(error)
      process.exitCode = 1
    })
    return
  }
  const minutes = Number(values.watch)
  if (!(minutes > 0)) throw new Error(`--watch ${values.watch} must be a number of minutes above 0`)
  await watch(options, minutes)
}

try {
  await main()
} catch (error) {
  // Nothing was built: a rollback without a target, or an invalid option.
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
