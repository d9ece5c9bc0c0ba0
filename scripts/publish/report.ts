import { DISK_FULL, isDiskFull, messageOf } from '../../src/server/runtime/startup-error.ts'
import { readAddresses } from '../../src/server/config.ts'
import { LARGE_PAGE_KB } from './check.ts'
import type { Published } from './publish.ts'
import type { SiteOptions } from './site.ts'

const SHOWN = 3

/** Options of a build from the environment (scripts/deploy/README.md, Settings). */
export function siteOptions(signal: AbortSignal): SiteOptions {
  const { dataDir, apiUrl, siteUrl } = readAddresses()
  return {
    dataDir,
    apiUrl,
    siteUrl,
    report: (line) => console.log(line),
    signal,
  }
}

/** A signal that SIGINT and SIGTERM abort. */
export function abortOnExitSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
  return stopping.signal
}

export function logPublished({ id, pages, rendered, heavy }: Published): void {
  console.log(`published ${pages} pages as ${id}, ${rendered} of them new or changed`)
  const some = heavy.slice(0, SHOWN).map(({ page, bytes }) => `${page} (${Math.round(bytes / 1024)} KB)`)
  if (heavy.length > 0) console.log(`${heavy.length} pages are heavier than ${LARGE_PAGE_KB} KB: ${some.join(', ')}`)
}

export function logFailed(error: unknown): void {
  console.error(`build failed, the published site is unchanged: ${isDiskFull(error) ? DISK_FULL : messageOf(error)}`)
}
