// Publishes what changed in the catalog since the last time: npm run rebuild. `--watch MINUTES` repeats it after each change and at the latest after these minutes, `--rollback [ID]` serves an older publication again.
import { parseArgs } from 'node:util'
import { openDesk } from './publish/desk/open-desk.ts'
import { createPublisher } from './publish/desk/publisher.ts'
import { abortOnExitSignals, logFailed, logPublished, siteOptions } from './publish/report.ts'
import { rollBack } from './publish/roll-back.ts'
import { buildSite, type SiteOptions } from './publish/site.ts'
import { watchCatalog } from './publish/watch.ts'

async function rebuild(options: SiteOptions): Promise<void> {
  const published = await buildSite({ ...options, unlessFresh: true, onPublished: logPublished })
  if (!published) console.log('nothing changed')
}

/** A failed run is logged; the next one tries again. What the desk asks for is done in between. */
async function watch(options: SiteOptions & { signal: AbortSignal }, minutes: number): Promise<void> {
  const { desk, close } = await openDesk(options.dataDir, options.report)
  const publisher = createPublisher(options, desk)
  const work = () => publisher.round(() => rebuild(options)).catch(logFailed)
  await Promise.all([watchCatalog({ ...options, minutes, work }), publisher.serve(options.signal)]).finally(close)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { watch: { type: 'string' }, rollback: { type: 'boolean' } },
    allowPositionals: true,
  })
  const signal = abortOnExitSignals()
  const options = { ...siteOptions(signal), signal }
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
