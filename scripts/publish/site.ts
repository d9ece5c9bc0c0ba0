import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../src/client/call.ts'
import { endpoints } from '#contract/endpoints.ts'
import { acquireLock } from '../../src/server/runtime/process-lock.ts'
import { runAstro } from './build/run-astro.ts'
import { codeDigest } from './build/code-digest.ts'
import { readBefore } from './build/collect-pages.ts'
import { withOutcome } from './rebuild-report.ts'
import { currentBuild, publications, publish, switchTo, type Origin, type Published } from './publish.ts'

/** Names what the shop was rolled back from. */
const LEFT = 'rolled-back.json'
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type SiteOptions = {
  dataDir: string
  apiUrl: string
  siteUrl: string
  report: (line: string) => void
  signal?: AbortSignal | undefined
  /** Renders every page, also those of which nothing changed. */
  isFull?: boolean
}

/**
 * Reads the catalog over HTTP, renders the pages whose data changed since the served publication, and publishes. Other code
 * means all pages. Throws with one line that says what failed; the served site is then untouched.
 */
export async function buildSite(options: SiteOptions): Promise<Published> {
  const siteFolder = resolve(options.dataDir, 'site')
  await mkdir(siteFolder, { recursive: true })
  const release = await lockSite(siteFolder)
  try {
    await removeAbandoned(siteFolder)
    return await withOutcome(options, () => buildLocked(siteFolder, options))
  } finally {
    await release()
  }
}

function lockSite(siteFolder: string): Promise<() => Promise<void>> {
  return acquireLock(
    join(siteFolder, 'build.lock'),
    (pid) => `another build of these pages is on its way (process ${pid}): wait for it, or stop it`,
  )
}

async function buildLocked(
  siteFolder: string,
  { dataDir, apiUrl, siteUrl, report, signal, isFull = false }: SiteOptions,
): Promise<Published> {
  const { version, titles } = await catalogVersion(apiUrl)
  const [served, code, before] = await Promise.all([
    servedOrigin(dataDir),
    codeDigest(ROOT, siteUrl),
    readBefore(join(siteFolder, 'current')),
  ])
  if (titles === 0 && served && served.titles !== 0)
    throw new Error(
      `the API call GET ${endpoints.bulkVersion.path} counts no titles: an empty catalog never takes the place of a filled one`,
    )
  const canKeep = !isFull && before !== undefined && served?.code === code
  const out = join(siteFolder, `building-${process.pid}`)
  report(`building ${canKeep ? 'what changed' : 'all pages'} of ${titles} titles in two languages`)
  const env = {
    ...{
      DATA_DIR: dataDir,
      API_URL: apiUrl,
      SITE_URL: siteUrl,
      SITE_OUT: out,
      SITE_DIGESTS: join(out, 'digests.json'),
    },
    ...(canKeep && { SITE_BASE: before.folder }),
  }
  const releaseCode = await lockCode(out)
  try {
    await runAstro(ROOT, env, report, signal)
    const origin = { catalog: version, titles, code, siteUrl }
    const done = await publish({ siteFolder, built: out, id: nextId(), origin, before, canKeep, signal })
    await rm(join(siteFolder, LEFT), { force: true })
    return done
  } finally {
    await releaseCode()
    await rm(out, { recursive: true, force: true })
  }
}

/** Astro bundles for pages outside of the program's folder in one place inside of it: two shops of one program take turns there. */
async function lockCode(out: string): Promise<() => Promise<void>> {
  if (out.startsWith(ROOT)) return async () => undefined
  const folder = join(ROOT, '.astro')
  await mkdir(folder, { recursive: true })
  return acquireLock(
    join(folder, 'build.lock'),
    (pid) => `a build of another shop with this program is on its way (process ${pid}): wait for it`,
  )
}

/** Time of the publication in a form that sorts. */
const nextId = () => new Date().toISOString().replace(/[-:.]/g, '').slice(0, 18)

/** Builds and tidyings whose process was killed leave their folder behind. Only with the lock: nobody else is at work then. */
async function removeAbandoned(siteFolder: string): Promise<void> {
  for (const name of await readdir(siteFolder)) {
    if (/^(?:building|removing|current)-/.test(name)) await rm(join(siteFolder, name), { recursive: true, force: true })
  }
}

/** Version of the catalog that an API gives now. Throws naming the call. */
export async function catalogVersion(apiUrl: string): Promise<{ version: string; titles: number }> {
  const made = await createClient({ base: apiUrl })(endpoints.bulkVersion, {})
  if (made.ok) return made.value
  throw new Error(
    `the API at ${apiUrl} does not answer ${endpoints.bulkVersion.path} (${made.fault}): start it or set API_URL`,
  )
}

/** Whether the served pages show this catalog and this code, or were rolled back from it. */
export async function isFresh(options: Omit<SiteOptions, 'report'>): Promise<boolean> {
  return withOutcome(
    options,
    () => looksFresh(options),
    (fresh) => fresh,
  )
}

async function looksFresh({ dataDir, apiUrl, siteUrl }: Omit<SiteOptions, 'report'>): Promise<boolean> {
  const [served, { version }, code] = await Promise.all([
    servedOrigin(dataDir),
    catalogVersion(apiUrl),
    codeDigest(ROOT, siteUrl),
  ])
  const isOf = (origin: Origin | undefined) => origin?.catalog === version && origin.code === code
  return isOf(served) || (served !== undefined && isOf(await readOrigin(join(resolve(dataDir, 'site'), LEFT))))
}

/**
 * Builds when the served pages are stale. Pages that cannot be built stop nobody as long as older ones are there (SD-3): `warn`
 * gets one line then. Without any it throws.
 */
export async function freshenSite(options: SiteOptions, warn: (line: string) => void): Promise<void> {
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
 * Serves an older publication again: the one named, or the one before the served. It stays until the catalog or the code
 * changes once more; a rebuild of what was rolled back from would undo it. Throws when there is none.
 */
export async function rollBack(dataDir: string, wanted?: string): Promise<string> {
  const siteFolder = resolve(dataDir, 'site')
  await mkdir(siteFolder, { recursive: true })
  const release = await lockSite(siteFolder)
  try {
    const [known, current] = [await publications(siteFolder), await currentBuild(siteFolder)]
    const target = wanted ?? known.filter((id) => current !== undefined && id < current).at(-1)
    if (target === undefined) throw new Error(`there is no publication before the served one (${current ?? 'none'})`)
    if (!known.includes(target)) throw new Error(`there is no publication ${target}: there are ${known.join(', ')}`)
    // The newest that was left counts: a second roll-back leaves an older one.
    const left = (await readOrigin(join(siteFolder, LEFT))) ?? (await servedOrigin(dataDir))
    await switchTo(siteFolder, target)
    if (left) await writeFile(join(siteFolder, LEFT), JSON.stringify(left))
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
