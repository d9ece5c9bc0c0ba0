import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endpoints } from '#contract/http/endpoints.ts'
import { acquireLock } from '../../src/server/runtime/process-lock.ts'
import { codeWithSettings } from './build/brand-settings.ts'
import { buildPublication } from './build-publication.ts'
import { isReusable, readPreviousBuild } from './build/previous-build.ts'
import { prepareSpare } from './build/spare.ts'
import { refreshCatalog } from './catalog/refresh.ts'
import { catalogVersion, isFresh, isShown, siteOptionsOf } from './freshness.ts'
import { ensureRenderer, rendererOf } from './render/ensure-renderer.ts'
import { noteShown, ROLLBACK_FILE, servedOrigin, showsSame } from './origin.ts'
import { startRendering, type Rendering } from './render/rendering.ts'
import { namingFullDisk } from './full-disk.ts'
import { withReport } from './rebuild-report.ts'
import type { Origin, Published } from './publish.ts'
import { announceFeeds, changedFeeds, feedDigests } from './websub.ts'

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
  /** Does nothing when the served pages show the current catalog and code, or were rolled back from them. */
  unlessFresh?: boolean
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
  const built = await withLock(siteFolder, async () => {
    await removeAbandoned(siteFolder)
    const result = await withReport(options, () => buildLocked(siteFolder, options))
    if (result) await afterSwitch(siteFolder, result.published, options)
    return result
  })
  // Nobody waits for a hub: not the next build, and not the desk that asked for this one.
  if (built?.hub) void announceFeeds({ ...options, hub: built.hub }, built.feeds)
  return built?.published
}

async function withLock<Result>(siteFolder: string, work: () => Promise<Result>): Promise<Result> {
  const release = await lockSite(siteFolder)
  try {
    return await work()
  } finally {
    await release()
  }
}

/** `feeds`: those that the hub does not know yet. */
type Built = { published: Published; hub: string | undefined; feeds: string[] }

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

async function buildLocked(siteFolder: string, options: SiteOptions): Promise<Built | undefined> {
  const { dataDir, apiUrl, siteUrl, isFull = false, unlessFresh = false } = options
  const [counted, served] = await Promise.all([catalogVersion(apiUrl), servedOrigin(dataDir)])
  const build = { siteFolder, served, options, current: join(siteFolder, 'current') }
  // Most builds are of the same code: its renderer opens while the API is asked.
  const isLikely = !isFull && served && !(await isShown(siteFolder, served, { ...served, catalog: counted.version }))
  const early = isLikely ? openEarly(build, served.code) : undefined
  try {
    const [{ code, brand }, { media_origin: mediaOrigin, feed_hub: hub }] = await Promise.all([
      codeWithSettings(ROOT, siteUrl, apiUrl),
      siteOptionsOf(apiUrl),
    ])
    const origin = { catalog: counted.version, titles: counted.titles, code, siteUrl, mediaOrigin }
    if (unlessFresh && (await isShown(siteFolder, served, origin))) return undefined
    refuseEmpty(counted.titles, served)
    const canReuse = !isFull && served?.code === code && isReusable(build.current)
    if (!canReuse) await early?.cancel()
    return await buildStale({ ...build, canReuse, brand, hub, early: canReuse ? early : undefined }, origin)
  } finally {
    await early?.cancel()
  }
}

type StaleBuild = {
  siteFolder: string
  current: string
  served: Origin | undefined
  options: SiteOptions
  canReuse: boolean
  brand: string
  hub: string | undefined
  early: Rendering | undefined
}

/** Where a build renders: beside its publication when pages are taken over. */
const foldersOf = (siteFolder: string, canReuse: boolean) => {
  const out = join(siteFolder, `building-${process.pid}`)
  return { out, rendered: canReuse ? `${out}-pages` : out }
}

/** Undefined when there is no renderer of this code, or nothing to take over. */
function openEarly(
  { siteFolder, current, options }: Pick<StaleBuild, 'siteFolder' | 'current' | 'options'>,
  code: string,
) {
  const renderer = rendererOf(ROOT, code)
  if (!existsSync(renderer) || !isReusable(current)) return undefined
  const settings = settingsOf(options, siteFolder, renderer, foldersOf(siteFolder, true).rendered, current)
  return startRendering({ root: ROOT, settings, ...options })
}

/** Undefined: nothing that pages show has changed. `asked`: of when the API was asked first. */
async function buildStale(build: StaleBuild, asked: Origin): Promise<Built | undefined> {
  const { siteFolder, current, served, options, canReuse, brand, hub, early } = build
  const { apiUrl, siteUrl, report, signal } = options
  const { code, mediaOrigin } = asked
  const folders = foldersOf(siteFolder, canReuse)
  const reading = refreshCatalog(join(siteFolder, CATALOG), apiUrl, code)
  let rendering = early
  try {
    const renderer = await namingFullDisk(siteFolder, ensureRenderer({ root: ROOT, code, brand, siteUrl, signal }))
    const settings = settingsOf(options, siteFolder, renderer, folders.rendered, canReuse ? current : '')
    rendering ??= startRendering({ root: ROOT, settings, report, signal })
    const state = await reading
    const origin = { ...asked, catalog: state.version, titles: state.titles }
    if (canReuse && served?.mediaOrigin === mediaOrigin && showsSame(current, state)) {
      await noteShown(siteFolder, origin)
      await rm(join(siteFolder, ROLLBACK_FILE), { force: true })
      return undefined
    }
    report(`building ${canReuse ? 'what changed' : 'all pages'} of ${asked.titles} titles in two languages`)
    void rendering.begin()
    await setImmediate()
    const previous = readPreviousBuild(current)
    const before = hub ? await feedDigests(current) : undefined
    const published = await buildPublication(
      { siteFolder, renderer, rendering, origin, previous, canReuse, ...folders },
      signal,
    )
    await rm(join(siteFolder, ROLLBACK_FILE), { force: true })
    return { published, hub, feeds: before ? await changedFeeds(before, current) : [] }
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

/** Removes folders of killed builds. Call it with the lock only. */
async function removeAbandoned(siteFolder: string): Promise<void> {
  for (const name of await readdir(siteFolder)) {
    if (/^(?:building|preparing|removing|current)-/.test(name))
      await rm(join(siteFolder, name), { recursive: true, force: true })
  }
}

/**
 * Builds when the served pages are stale. A failed build is only a warning as long as older pages exist [SD-3]; without any
 * pages it throws.
 */
export async function updateSite(options: SiteOptions, warn: (line: string) => void): Promise<void> {
  try {
    if (await isFresh({ ...options, root: ROOT })) return
    const published = await buildSite(options)
    if (published) options.report(`${published.pages} published`)
  } catch (error) {
    if (options.signal?.aborted || !(await servedOrigin(options.dataDir).catch(() => undefined))) throw error
    const reason = error instanceof Error ? error.message : String(error)
    warn(`pages: the build failed, the published site is unchanged: ${reason.trim().replace(/\s*\n\s*/g, ' | ')}`)
  }
}
