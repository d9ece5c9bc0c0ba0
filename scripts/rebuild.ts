// Publishes what changed in the catalog since the last time: npm run rebuild. `--watch MINUTES` repeats it, `--rollback [ID]` serves an older publication again.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { abortOnExitSignals, logFailed, logPublished, siteOptions } from './publish/report.ts'
import { buildSite, isFresh, rollBack, type SiteOptions } from './publish/site.ts'

async function rebuild(options: SiteOptions): Promise<void> {
  if (await isFresh(options)) return console.log('nothing changed')
  logPublished(await buildSite(options))
}

/** A failed run is logged; the next one tries again. */
async function watch(options: SiteOptions, minutes: number): Promise<void> {
  while (!options.signal?.aborted) {
    await rebuild(options).catch(logFailed)
    await wait(minutes * 60_000, undefined, { signal: options.signal }).catch(() => undefined)
  }
}

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
