import { join, resolve } from 'node:path'
import { createClient } from '../../src/client/call.ts'
import type { Endpoint, ReplyOf } from '#contract/http/endpoint.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { codeWithSettings } from './build/brand-settings.ts'
import { alsoShown, readOrigin, ROLLBACK_FILE, servedOrigin } from './origin.ts'
import type { Origin } from './publish.ts'
import { withReport } from './rebuild-report.ts'

type Options = { root: string; dataDir: string; apiUrl: string; siteUrl: string; signal?: AbortSignal | undefined }

/** Current catalog version of the API. Throws an error that names the call. */
export async function catalogVersion(apiUrl: string): Promise<{ version: string; titles: number }> {
  const reply = await createClient({ base: apiUrl })(endpoints.bulkVersion, {})
  if (reply.ok) return reply.value
  throw unanswered(apiUrl, endpoints.bulkVersion, reply.fault)
}

/** What pages and feeds depend on beside the catalog: the origin to which this API redirects for sound, and the hub of feeds. */
export async function siteOptionsOf(apiUrl: string): Promise<ReplyOf<typeof endpoints.siteOptions>> {
  const reply = await createClient({ base: apiUrl })(endpoints.siteOptions, {})
  if (reply.ok) return reply.value
  throw unanswered(apiUrl, endpoints.siteOptions, reply.fault)
}

const unanswered = (apiUrl: string, { path }: Endpoint, fault: string) =>
  new Error(`the API at ${apiUrl} does not answer ${path} (${fault}): start it or set API_URL`)

/** Whether the served pages show the current catalog and code, or were rolled back from them. */
export async function isFresh(options: Options): Promise<boolean> {
  return withReport(
    options,
    () => checkFresh(options),
    (fresh) => fresh,
  )
}

async function checkFresh({ root, dataDir, apiUrl, siteUrl }: Options): Promise<boolean> {
  const { version, titles } = await catalogVersion(apiUrl)
  const [served, { code }, { media_origin: mediaOrigin }] = await Promise.all([
    servedOrigin(dataDir),
    codeWithSettings(root, siteUrl, apiUrl),
    siteOptionsOf(apiUrl),
  ])
  return isShown(resolve(dataDir, 'site'), served, { catalog: version, titles, code, siteUrl, mediaOrigin })
}

/** Whether the served pages show this catalog and are of this code, or were rolled back from such pages. */
export async function isShown(siteFolder: string, served: Origin | undefined, now: Origin): Promise<boolean> {
  const isOf = (origin: Origin | undefined) =>
    origin?.catalog === now.catalog && origin.code === now.code && origin.mediaOrigin === now.mediaOrigin
  if (isOf(served)) return true
  return (
    served !== undefined &&
    (isOf(await alsoShown(siteFolder)) || isOf(await readOrigin(join(siteFolder, ROLLBACK_FILE))))
  )
}
