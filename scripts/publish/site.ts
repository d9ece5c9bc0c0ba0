import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../src/client/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { acquireLock } from '../../src/server/runtime/process-lock.ts'
import { codeWithSettings } from './build/brand-settings.ts'
import { isReusable, readPreviousBuild, takePages, type PreviousBuild } from './build/previous-build.ts'
import { isIntact, refreshCatalog } from './catalog/refresh.ts'
import type { State } from './catalog/store.ts'
import { ensureRenderer } from './render/ensure-renderer.ts'
import { alsoShown, noteShown, readOrigin, servedOrigin, showsSame } from './origin.ts'
import { runProcess } from './render/run-process.ts'
import { namingFullDisk } from './full-disk.ts'
import { withReport } from './rebuild-report.ts'
import { currentBuild, publications, publish, SPARE, switchTo, type Origin, type Published } from './publish.ts'

/** Contains the origin of the publication before a rollback. */
const ROLLBACK_FILE = 'rolled-back.json'
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
    return await withReport(options, () => buildLocked(siteFolder, options))
  } finally {
    await release()
  }
}

function lockSite(siteFolder: string): Promise<() => Promise<void>> {
  return acquireLock(
    join(siteFolder, 'build.lock'),
    (pid) => `another build of these pages is running (process ${pid}): wait for it, or stop it`,
  )
}

async function buildLocked(siteFolder: string, options: SiteOptions): Promise<Published | undefined> {
  const { dataDir, apiUrl, siteUrl, report, signal, isFull = false } = options
  const { titles } = await catalogVersion(apiUrl)
  const [served, { code, brand }, mediaOrigin] = await Promise.all([
    servedOrigin(dataDir),
    codeWithSettings(ROOT, siteUrl, apiUrl),
    mediaOriginOf(apiUrl),
  ])
  if (titles === 0 && served && served.titles !== 0)
    throw new Error(
      `the API call GET ${endpoints.bulkVersion.path} counts no titles: an empty catalog never replaces a filled one`,
    )
  const making = namingFullDisk(siteFolder, ensureRenderer({ root: ROOT, code, brand, siteUrl, signal }))
  const reading = readCatalogFor(siteFolder, apiUrl, code)
  // Both must be over before the lock is released.
  await Promise.allSettled([making, reading])
  const [renderer, state] = [await making, await reading]
  const current = join(siteFolder, 'current')
  const canReuse = !isFull && served?.code === code && isReusable(current)
  const origin = { catalog: state.version, titles: state.titles, code, siteUrl, mediaOrigin }
  if (canReuse && served.mediaOrigin === mediaOrigin && (await showsSame(current, state))) {
    await noteShown(siteFolder, origin)
    return undefined
  }
  report(`building ${canReuse ? 'what changed' : 'all pages'} of ${titles} titles in two languages`)
  const previous = await readPreviousBuild(current)
  const published = await buildPublication(options, { siteFolder, renderer, origin, previous, canReuse })
  await rm(join(siteFolder, ROLLBACK_FILE), { force: true })
  return published
}

type Publication = {
  siteFolder: string
  renderer: string
  origin: Origin
  previous: PreviousBuild | undefined
  canReuse: boolean
}

/** Renders and publishes. Leaves no folder of its own behind. */
async function buildPublication(options: SiteOptions, publication: Publication): Promise<Published> {
  const { siteFolder, renderer, previous, canReuse } = publication
  const out = join(siteFolder, `building-${process.pid}`)
  const rendered = canReuse ? `${out}-pages` : out
  try {
    const build = { siteFolder, out, rendered, renderer, previous: canReuse ? previous : undefined }
    await namingFullDisk(siteFolder, renderPages(options, build))
    const client = join(renderer, 'client')
    return await publish({ ...publication, built: out, rendered, client, id: nextId(), signal: options.signal })
  } finally {
    for (const folder of new Set([out, rendered])) await rm(folder, { recursive: true, force: true })
  }
}

/** A damaged store is read again. */
async function readCatalogFor(siteFolder: string, apiUrl: string, code: string): Promise<State> {
  const folder = join(siteFolder, CATALOG)
  const state = await refreshCatalog(folder, apiUrl, code)
  if (await isIntact(folder, state)) return state
  await rm(folder, { recursive: true, force: true })
  return refreshCatalog(folder, apiUrl, code)
}

type Rendering = {
  siteFolder: string
  out: string
  rendered: string
  renderer: string
  previous: PreviousBuild | undefined
}

/** Renders what is stale while the other pages are taken over from the served publication. */
async function renderPages({ siteUrl, report, signal }: SiteOptions, build: Rendering): Promise<void> {
  const { siteFolder, out, rendered, renderer, previous } = build
  const settings = {
    SITE_CATALOG: join(siteFolder, CATALOG),
    SITE_RENDERER: renderer,
    SITE_URL: siteUrl,
    SITE_OUT: rendered,
    SITE_BASE: previous?.folder ?? '',
  }
  const args = [join(ROOT, 'scripts/publish/render/build-pages.ts')]
  const failing = new AbortController()
  const rendering = runProcess({ root: ROOT, what: 'rendering', args, settings, report, signal }).catch(
    (error: unknown) => {
      failing.abort()
      throw error
    },
  )
  const taking = previous && takePages(out, previous, join(siteFolder, SPARE), failing.signal)
  // Both must be over before the folders are removed.
  for (const result of await Promise.allSettled([rendering, taking]))
    if (result.status === 'rejected') throw result.reason
}

/** Id of a publication: its time in a sortable form. */
const nextId = () => new Date().toISOString().replace(/[-:.]/g, '').slice(0, 18)

/** Removes folders of killed builds. Call it with the lock only. */
async function removeAbandoned(siteFolder: string): Promise<void> {
  for (const name of await readdir(siteFolder)) {
    if (/^(?:building|removing|current)-/.test(name)) await rm(join(siteFolder, name), { recursive: true, force: true })
  }
}

/** Current catalog version of the API. Throws an error that names the call. */
export async function catalogVersion(apiUrl: string): Promise<{ version: string; titles: number }> {
  const reply = await createClient({ base: apiUrl })(endpoints.bulkVersion, {})
  if (reply.ok) return reply.value
  throw unanswered(apiUrl, endpoints.bulkVersion, reply.fault)
}

/** The other origin to which this API redirects for sound. */
async function mediaOriginOf(apiUrl: string): Promise<string | undefined> {
  const reply = await createClient({ base: apiUrl })(endpoints.siteOptions, {})
  if (reply.ok) return reply.value.media_origin
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
  const [served, { code }, mediaOrigin] = await Promise.all([
    servedOrigin(dataDir),
    codeWithSettings(ROOT, siteUrl, apiUrl),
    mediaOriginOf(apiUrl),
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

/**
 * Serves an older publication again: the requested one, or the one before the served one. It stays until the catalog or the
 * code changes again. Throws when there is no such publication.
 */
export async function rollBack(dataDir: string, requested?: string): Promise<string> {
  const siteFolder = resolve(dataDir, 'site')
  await mkdir(siteFolder, { recursive: true })
  const release = await lockSite(siteFolder)
  try {
    const [existing, current] = [await publications(siteFolder), await currentBuild(siteFolder)]
    const target = requested ?? existing.filter((id) => current !== undefined && id < current).at(-1)
    if (target === undefined) throw new Error(`there is no publication before the served one (${current ?? 'none'})`)
    if (!existing.includes(target))
      throw new Error(`there is no publication ${target}: there are ${existing.join(', ')}`)
    // A second rollback keeps the newest origin: the served one is older.
    const rolledBackFrom = (await readOrigin(join(siteFolder, ROLLBACK_FILE))) ?? (await servedOrigin(dataDir))
    await switchTo(siteFolder, target)
    if (rolledBackFrom) await writeFile(join(siteFolder, ROLLBACK_FILE), JSON.stringify(rolledBackFrom))
    return target
  } finally {
    await release()
  }
}
