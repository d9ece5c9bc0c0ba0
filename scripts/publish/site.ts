import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '../../src/client/call.ts'
import { endpoints } from '../../src/contract/index.ts'
import { codeDigest } from './code.ts'
import { currentBuild, publish, type Origin, type Published } from './publish.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const QUIET_LINES = 12

export type SiteOptions = { dataDir: string; apiUrl: string; siteUrl: string; report: (line: string) => void; signal?: AbortSignal | undefined }

/** Reads the catalog over HTTP, builds every page and publishes. Throws with one line that says what failed; the served site is then untouched. */
export async function buildSite({ dataDir, apiUrl, siteUrl, report, signal }: SiteOptions): Promise<Published> {
  const siteFolder = resolve(dataDir, 'site')
  const id = new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)
  const out = join(siteFolder, `building-${process.pid}`)
  await mkdir(siteFolder, { recursive: true })
  await removeAbandoned(siteFolder)
  const { version, titles } = await catalogVersion(apiUrl)
  if (titles === 0 && (await servedOrigin(dataDir))?.titles !== 0 && (await currentBuild(siteFolder)))
    throw new Error(`the API call GET ${endpoints.bulkVersion.path} counts no titles: an empty catalog never takes the place of a filled one`)
  const code = await codeDigest(ROOT, siteUrl)
  report(`building the pages of ${titles} titles in two languages`)
  try {
    await runAstro(
      { ...process.env, DATA_DIR: dataDir, API_URL: apiUrl, SITE_URL: siteUrl, SITE_OUT: out, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
      report,
      signal,
    )
    return await publish(siteFolder, out, id, { catalog: version, titles, code, siteUrl })
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** Builds whose process was killed leave their folder behind. */
async function removeAbandoned(siteFolder: string): Promise<void> {
  for (const name of await readdir(siteFolder)) {
    const pid = Number(name.match(/^building-(\d+)$/)?.[1])
    if (pid && !isAlive(pid)) await rm(join(siteFolder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Version of the catalog that an API gives now. Throws naming the call. */
export async function catalogVersion(apiUrl: string): Promise<{ version: string; titles: number }> {
  const made = await createClient({ base: apiUrl })(endpoints.bulkVersion, {})
  if (made.ok) return made.value
  throw new Error(`the API at ${apiUrl} does not answer ${endpoints.bulkVersion.path} (${made.fault}): start it or set API_URL`)
}

/** Whether the served pages show this catalog and this code. */
export async function isFresh({ dataDir, apiUrl, siteUrl }: Omit<SiteOptions, 'report'>): Promise<boolean> {
  const [served, { version }, code] = await Promise.all([servedOrigin(dataDir), catalogVersion(apiUrl), codeDigest(ROOT, siteUrl)])
  return served?.catalog === version && served.code === code
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

async function servedOrigin(dataDir: string): Promise<Origin | undefined> {
  const siteFolder = resolve(dataDir, 'site')
  const current = await currentBuild(siteFolder)
  const manifest = join(siteFolder, 'builds', current ?? '-', 'manifest.json')
  return existsSync(manifest) ? (JSON.parse(await readFile(manifest, 'utf8')) as Origin) : undefined
}

function runAstro(env: NodeJS.ProcessEnv, report: (line: string) => void, signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  const tail: string[] = []
  let pages = 0
  const read = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean)) {
      tail.push(line)
      if (tail.length > QUIET_LINES) tail.shift()
      if (!/\/index\.html|404\.html/.test(line)) continue
      pages += 1
      if (pages % 200 === 0) report(`${pages} pages`)
    }
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return new Promise((done, fail) => {
    // Stopped is ended only when the builder has ended: until then it writes into the folder that is to go.
    child.on('error', (error) => (signal?.aborted ? undefined : fail(error)))
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(signal?.aborted ? 'it was stopped' : reasonOf(tail)))))
  })
}

/** The call that failed, when that was it; otherwise the last lines of the builder. */
function reasonOf(tail: readonly string[]): string {
  const call = tail.map((line) => line.match(/the API call .*/)?.[0]).find(Boolean)
  return call ?? `the page builder stopped:\n${tail.join('\n')}`
}
