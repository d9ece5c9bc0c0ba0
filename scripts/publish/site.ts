import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../src/client/call.ts'
import { endpoints } from '#contract/endpoints.ts'
import { acquireLock } from '../../src/server/runtime/process-lock.ts'
import { runAstro } from './build/run-astro.ts'
import { codeDigest } from './build/code-digest.ts'
import { readPreviousBuild } from './build/collect-pages.ts'
import { withReport } from './rebuild-report.ts'
import { currentBuild, publications, publish, switchTo, type Origin, type Published } from './publish.ts'

/** Contains the origin of the publication before a rollback. */
const ROLLBACK_FILE = 'rolled-back.json'
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
 * renders all pages. Throws an error of one line; the served site then stays unchanged.
 */
export async function buildSite(options: SiteOptions): Promise<Published> {
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

async function buildLocked(
  siteFolder: string,
  { dataDir, apiUrl, siteUrl, report, signal, isFull = false }: SiteOptions,
): Promise<Published> {
  const { version, titles } = await catalogVersion(apiUrl)
  const [served, code, previous] = await Promise.all([
    servedOrigin(dataDir),
    codeDigest(ROOT, siteUrl),
    readPreviousBuild(join(siteFolder, 'current')),
  ])
  if (titles === 0 && served && served.titles !== 0)
    throw new Error(
      `the API call GET ${endpoints.bulkVersion.path} counts no titles: an empty catalog never replaces a filled one`,
    )
  const canReuse = !isFull && previous !== undefined && served?.code === code
  const out = join(siteFolder, `building-${process.pid}`)
  report(`building ${canReuse ? 'what changed' : 'all pages'} of ${titles} titles in two languages`)
  const env = {
    ...{
      DATA_DIR: dataDir,
      API_URL: apiUrl,
      SITE_URL: siteUrl,
      SITE_OUT: out,
      SITE_DIGESTS: join(out, 'digests.json'),
    },
    ...(canReuse && { SITE_BASE: previous.folder }),
  }
  const releaseCode = await lockCode(out)
  try {
    await runAstro(ROOT, env, report, signal)
    const origin = { catalog: version, titles, code, siteUrl }
    const published = await publish({ siteFolder, built: out, id: nextId(), origin, previous, canReuse, signal })
    await rm(join(siteFolder, ROLLBACK_FILE), { force: true })
    return published
  } finally {
    await releaseCode()
    await rm(out, { recursive: true, force: true })
  }
}

/** For an output folder outside of the program Astro bundles into one folder inside of it, so builds of two shops must not overlap. */
async function lockCode(out: string): Promise<() => Promise<void>> {
  if (out.startsWith(ROOT)) return async () => undefined
  const folder = join(ROOT, '.astro')
  await mkdir(folder, { recursive: true })
  return acquireLock(
    join(folder, 'build.lock'),
    (pid) => `a build of another shop with this program is running (process ${pid}): wait for it`,
  )
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
  throw new Error(
    `the API at ${apiUrl} does not answer ${endpoints.bulkVersion.path} (${reply.fault}): start it or set API_URL`,
  )
}

/** Whether the served pages show the current catalog and code, or were rolled back from them. */
export async function isFresh(options: Omit<SiteOptions, 'report'>): Promise<boolean> {
  return withReport(
    options,
    () => checkFresh(options),
    (fresh) => fresh,
  )
}

async function checkFresh({ dataDir, apiUrl, siteUrl }: Omit<SiteOptions, 'report'>): Promise<boolean> {
  const [served, { version }, code] = await Promise.all([
    servedOrigin(dataDir),
    catalogVersion(apiUrl),
    codeDigest(ROOT, siteUrl),
  ])
  const isOf = (origin: Origin | undefined) => origin?.catalog === version && origin.code === code
  return isOf(served) || (served !== undefined && isOf(await readOrigin(join(resolve(dataDir, 'site'), ROLLBACK_FILE))))
}

/**
 * Builds when the served pages are stale. A failed build is only a warning as long as older pages exist (SD-3); without any
 * pages it throws.
 */
export async function updateSite(options: SiteOptions, warn: (line: string) => void): Promise<void> {
  try {
    if (await isFresh(options)) return
    const { pages } = await buildSite(options)
    options.report(`${pages} published`)
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

async function servedOrigin(dataDir: string): Promise<Origin | undefined> {
  const siteFolder = resolve(dataDir, 'site')
  return readOrigin(join(siteFolder, 'builds', (await currentBuild(siteFolder)) ?? '-', 'manifest.json'))
}

async function readOrigin(file: string): Promise<Origin | undefined> {
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Origin) : undefined
}
