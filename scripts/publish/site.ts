import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../src/client/call.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { acquireLock } from '../../src/server/runtime/process-lock.ts'
import { codeWithSettings } from './build/brand-settings.ts'
import { isReusable, readPreviousBuild, takePages, type PreviousBuild } from './build/previous-build.ts'
import { prepareSpare } from './build/spare.ts'
import { refreshCatalog } from './catalog/refresh.ts'
import { ensureRenderer } from './render/ensure-renderer.ts'
import { alsoShown, noteShown, readOrigin, ROLLBACK_FILE, servedOrigin, showsSame } from './origin.ts'
import { startRendering, type Rendering } from './render/rendering.ts'
import { namingFullDisk } from './full-disk.ts'
import { withReport } from './rebuild-report.ts'
import { linkAssets, publish, type Origin, type Published } from './publish.ts'
import { announceFeeds, feedDigests } from './websub.ts'

/** The folder of stored answers of the API. */
const CATALOG = 'catalog'
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type SiteOptions = {
  dataDir: string
  apiUrl: string
  siteUrl: string
  report: (line: string) => void
  signal?: AbortSignal | undefined
  /** Renders every page, changed or not. */
  isFull?: boolean
  /** Called at the switch: the build still prepares the next one for some seconds. */
  onPublished?: (published: Published) => void
}

/**
 * Reads the catalog over HTTP, renders the pages whose data changed since the served publication, and publishes. Changed code
 * renders all pages. Undefined: nothing that pages show has changed. Throws an error of one line; the served site then stays
 * unchanged.
 */
export async function buildSite(options: SiteOptions): Promise<Published | undefined> {
  const siteFolder = resolve(options.dataDir, 'site')
  await mkdir(siteFolder, { recursive: true })
  const release = await lockSite(siteFolder)
  try {
    await removeAbandoned(siteFolder)
    const published = await withReport(options, () => buildLocked(siteFolder, options))
    if (published) await afterSwitch(siteFolder, published, options)
    return published
  } finally {
    await release()
  }
}

/** The pages are served: what comes now is for the next build, and its failure is none of this one. */
async function afterSwitch(siteFolder: string, published: Published, { onPublished, signal }: SiteOptions) {
  onPublished?.(published)
  await prepareSpare(siteFolder, signal).catch(() => undefined)
}

export function lockSite(siteFolder: string): Promise<() => Promise<void>> {
  return acquireLock(
    join(siteFolder, 'build.lock'),
    (pid) => `another build of these pages is running (process ${pid}): wait for it, or stop it`,
  )
}

async function buildLocked(siteFolder: string, options: SiteOptions): Promise<Published | undefined> {
  const { dataDir, apiUrl, siteUrl, report, signal, isFull = false } = options
  const [{ titles }, served, { code, brand }, { media_origin: mediaOrigin, feed_hub: hub }] = await Promise.all([
    catalogVersion(apiUrl),
    servedOrigin(dataDir),
    codeWithSettings(ROOT, siteUrl, apiUrl),
    siteOptionsOf(apiUrl),
  ])
  refuseEmpty(titles, served)
  const current = join(siteFolder, 'current')
  const canReuse = !isFull && served?.code === code && isReusable(current)
  const out = join(siteFolder, `building-${process.pid}`)
  const folders = { out, rendered: canReuse ? `${out}-pages` : out }
  const reading = refreshCatalog(join(siteFolder, CATALOG), apiUrl, code)
  let rendering: Rendering | undefined
  try {
    const renderer = await namingFullDisk(siteFolder, ensureRenderer({ root: ROOT, code, brand, siteUrl, signal }))
    const settings = settingsOf(options, siteFolder, renderer, folders.rendered, canReuse ? current : '')
    rendering = startRendering({ root: ROOT, settings, report, signal })
    const state = await reading
    const origin = { catalog: state.version, titles: state.titles, code, siteUrl, mediaOrigin }
    if (canReuse && served.mediaOrigin === mediaOrigin && showsSame(current, state)) {
      await noteShown(siteFolder, origin)
      return undefined
    }
    report(`building ${canReuse ? 'what changed' : 'all pages'} of ${titles} titles in two languages`)
    void rendering.begin()
    await setImmediate()
    const previous = readPreviousBuild(current)
    const feeds = hub ? await feedDigests(current) : undefined
    const build = { siteFolder, renderer, rendering, origin, previous, canReuse, ...folders }
    const published = await buildPublication(build, signal)
    await rm(join(siteFolder, ROLLBACK_FILE), { force: true })
    if (hub && feeds) await announceFeeds({ hub, siteUrl, report }, feeds, current)
    return published
  } finally {
    // Both must be over before the lock is released.
    await Promise.allSettled([reading, rendering?.cancel()])
  }
}

/** A shop whose titles are gone by mistake keeps its pages. */
function refuseEmpty(titles: number, served: Origin | undefined): void {
  if (titles === 0 && served && served.titles !== 0)
    throw new Error(
      `the API call GET ${endpoints.bulkVersion.path} counts no titles: an empty catalog never replaces a filled one`,
    )
}

/** What the process that renders reads from its environment. */
const settingsOf = ({ siteUrl }: SiteOptions, siteFolder: string, renderer: string, out: string, base: string) => ({
  SITE_CATALOG: join(siteFolder, CATALOG),
  SITE_RENDERER: renderer,
  SITE_URL: siteUrl,
  SITE_OUT: out,
  SITE_BASE: base,
  NODE_COMPILE_CACHE: join(renderer, 'compiled'),
})

type Publication = {
  siteFolder: string
  renderer: string
  rendering: Rendering
  origin: Origin
  previous: PreviousBuild | undefined
  canReuse: boolean
  /** The folder of the new publication, and the one into which its pages are rendered. */
  out: string
  rendered: string
}

/** Renders and publishes. Leaves no folder of its own behind. */
async function buildPublication(publication: Publication, signal?: AbortSignal): Promise<Published> {
  const { siteFolder, out, rendered } = publication
  try {
    const shared = await namingFullDisk(siteFolder, renderPages(publication))
    return await publish({ ...publication, built: out, shared, id: nextId(), signal })
  } finally {
    for (const folder of new Set([out, rendered])) await rm(folder, { recursive: true, force: true })
  }
}

/** Renders what is stale while everything else is taken over. Returns the scripts, styles and public files. */
async function renderPages({
  siteFolder,
  renderer,
  out,
  previous,
  canReuse,
  rendering,
}: Publication): Promise<string[]> {
  const failing = new AbortController()
  const rendered = rendering.begin().catch((error: unknown) => {
    failing.abort()
    throw error
  })
  const take = async () => {
    if (canReuse && previous) await takePages(siteFolder, out, previous, failing.signal)
    return linkAssets(siteFolder, out, join(renderer, 'client'))
  }
  const taking = take()
  // Both must be over before the folders are removed.
  await Promise.allSettled([rendered, taking])
  await rendered
  return taking
}

/** Id of a publication: its time in a sortable form. */
const nextId = () => new Date().toISOString().replace(/[-:.]/g, '').slice(0, 18)

/** Removes folders of killed builds. Call it with the lock only. */
async function removeAbandoned(siteFolder: string): Promise<void> {
  for (const name of await readdir(siteFolder)) {
    if (/^(?:building|preparing|removing|current)-/.test(name))
      await rm(join(siteFolder, name), { recursive: true, force: true })
  }
}

/** Current catalog version of the API. Throws an error that names the call. */
export async function catalogVersion(apiUrl: string): Promise<{ version: string; titles: number }> {
  const reply = await createClient({ base: apiUrl })(endpoints.bulkVersion, {})
  if (reply.ok) return reply.value
  throw unanswered(apiUrl, endpoints.bulkVersion, reply.fault)
}

/** What pages and feeds depend on beside the catalog: the origin to which this API redirects for sound, and the hub of feeds. */
async function siteOptionsOf(apiUrl: string): Promise<ReplyOf<typeof endpoints.siteOptions>> {
  const reply = await createClient({ base: apiUrl })(endpoints.siteOptions, {})
  if (reply.ok) return reply.value
  throw unanswered(apiUrl, endpoints.siteOptions, reply.fault)
}

const unanswered = (apiUrl: string, { path }: Endpoint, fault: string) =>
  new Error(`the API at ${apiUrl} does not answer ${path} (${fault}): start it or set API_URL`)

/** Whether the served pages show the current catalog and code, or were rolled back from them. */
export async function isFresh(options: Omit<SiteOptions, 'report'>): Promise<boolean> {
  return withReport(
    options,
    () => checkFresh(options),
    (fresh) => fresh,
  )
}

async function checkFresh({ dataDir, apiUrl, siteUrl }: Omit<SiteOptions, 'report'>): Promise<boolean> {
  const { version } = await catalogVersion(apiUrl)
  const [served, { code }, { media_origin: mediaOrigin }] = await Promise.all([
    servedOrigin(dataDir),
    codeWithSettings(ROOT, siteUrl, apiUrl),
    siteOptionsOf(apiUrl),
  ])
  const isOf = (origin: Origin | undefined) =>
    origin?.catalog === version && origin.code === code && origin.mediaOrigin === mediaOrigin
  if (isOf(served)) return true
  const siteFolder = resolve(dataDir, 'site')
  return (
    served !== undefined &&
    (isOf(await alsoShown(siteFolder)) || isOf(await readOrigin(join(siteFolder, ROLLBACK_FILE))))
  )
}

/**
 * Builds when the served pages are stale. A failed build is only a warning as long as older pages exist (SD-3); without any
 * pages it throws.
 */
export async function updateSite(options: SiteOptions, warn: (line: string) => void): Promise<void> {
  try {
    if (await isFresh(options)) return
    const published = await buildSite(options)
    if (published) options.report(`${published.pages} published`)
  } catch (error) {
    if (options.signal?.aborted || !(await servedOrigin(options.dataDir).catch(() => undefined))) throw error
    const reason = error instanceof Error ? error.message : String(error)
    warn(`pages: the build failed, the published site is unchanged: ${reason.trim().replace(/\s*\n\s*/g, ' | ')}`)
  }
}
