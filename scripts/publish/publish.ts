import { link, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { checkLinks, heavyPages } from './check.ts'
import { compressAll } from './host/compress.ts'
import { filesBelow } from './files.ts'
import { gather, type Before } from './build/collect-pages.ts'
import { inlineHashes, siteHeaders } from './host/content-policy.ts'
import { nginxFile } from './host/nginx.ts'
import { headersFile, privatePaths, redirectsFile, rewrites } from './host/rules.ts'
import { writeSitemaps } from './host/sitemap.ts'
import { writeWorker } from './build/service-worker.ts'
import type { Digests } from './build/stale-pages.ts'

/** Publications that stay: the served one and three to roll back to (design 11). */
export const KEPT = 4
const ASSETS = '_a'

/** What the served pages were made of. */
export type Origin = { catalog: string; titles: number; code: string; siteUrl: string }
export type Published = { id: string; pages: number; rendered: number; heavy: { page: string; bytes: number }[] }
type Build = {
  siteFolder: string
  built: string
  id: string
  origin: Origin
  before: Before | undefined
  /** Pages that were not rendered may be taken from the publication before. */
  canKeep: boolean
  signal?: AbortSignal | undefined
}

/**
 * Makes a finished build whole, checks it, adds rules and manifest, and makes it the served one by switching a symlink. Throws
 * before the switch when anything is wrong: what is served stays as it was (design 11).
 */
export async function publish({ siteFolder, built, id, origin, before, canKeep, signal }: Build): Promise<Published> {
  const digests = JSON.parse(await readFile(join(built, 'digests.json'), 'utf8')) as Digests
  const { files, facts, rendered, kept } = await gather({
    built,
    digests,
    before,
    canKeep,
    today: new Date().toISOString().slice(0, 10),
    signal,
  })
  checkLinks(facts, files)
  const pages = Object.values(facts.pages)
  const headers = siteHeaders(
    inlineHashes(new Set(pages.flatMap(({ inline }) => inline.map((place) => facts.words[place] ?? '')))),
    origin.siteUrl,
  )
  const rules = rewrites()
  const maps = await writeSitemaps(built, pages, origin.siteUrl)
  const assets = (await filesBelow(join(built, ASSETS))).map((file) => relative(built, file))
  const worker = await writeWorker(built, assets)
  await compressAll([...maps, worker].map((name) => join(built, name)))
  await keepOldAssets(siteFolder, built)
  await Promise.all([
    writeFile(join(built, '_redirects'), redirectsFile(rules)),
    writeFile(join(built, '_headers'), headersFile(headers)),
    writeFile(join(built, 'nginx.conf'), nginxFile(rules, headers)),
    writeFile(join(built, 'facts.json'), JSON.stringify(facts)),
    writeFile(
      join(built, 'manifest.json'),
      JSON.stringify(
        { build: id, ...origin, pages: pages.length, headers, rewrites: rules, private: privatePaths(), assets },
        null,
        1,
      ),
    ),
  ])
  await mkdir(join(siteFolder, 'builds'), { recursive: true })
  if (signal?.aborted) throw new Error('it was stopped')
  await rename(built, join(siteFolder, 'builds', id))
  await switchTo(siteFolder, id)
  await forgetOld(siteFolder)
  return { id, pages: rendered + kept, rendered, heavy: heavyPages(facts) }
}

/** One rename: at every moment the link leads to a whole publication. */
export async function switchTo(siteFolder: string, id: string): Promise<void> {
  const next = join(siteFolder, `current-${process.pid}`)
  await rm(next, { force: true })
  await symlink(join('builds', id), next)
  await rename(next, join(siteFolder, 'current'))
}

export async function currentBuild(siteFolder: string): Promise<string | undefined> {
  try {
    return basename(await readlink(join(siteFolder, 'current')))
  } catch {
    return undefined
  }
}

/** Publications that are there, oldest first. */
export async function publications(siteFolder: string): Promise<string[]> {
  return (await readdir(join(siteFolder, 'builds')).catch(() => [])).toSorted()
}

/** A page that a reader opened before the switch still asks for the scripts of its own build: those of the kept publications, not of all time. */
async function keepOldAssets(siteFolder: string, built: string): Promise<void> {
  const builds = join(siteFolder, 'builds')
  const newest = (await publications(siteFolder)).slice(1 - KEPT)
  // After a roll-back the served one may be the oldest.
  const current = await currentBuild(siteFolder)
  for (const id of new Set(current ? [...newest, current] : newest)) {
    for (const asset of await assetsOf(join(builds, id))) {
      await mkdir(dirname(join(built, asset)), { recursive: true })
      await link(join(builds, id, asset), join(built, asset)).catch(ignoreExisting)
    }
  }
}

/** Its own assets, without those that it carries for older ones. */
async function assetsOf(build: string): Promise<string[]> {
  const text = await readFile(join(build, 'manifest.json'), 'utf8').catch(() => '{}')
  const { assets = [] } = JSON.parse(text) as { assets?: string[] }
  return assets
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function forgetOld(siteFolder: string): Promise<void> {
  const current = await currentBuild(siteFolder)
  for (const id of (await publications(siteFolder)).slice(0, -KEPT)) {
    if (id === current) continue
    // Renamed first: half of a publication must never be there to roll back to.
    const runInSubprocess = join(siteFolder, `removing-${id}`)
    await rename(join(siteFolder, 'builds', id), runInSubprocess)
    await rm(runInSubprocess, { recursive: true, force: true })
  }
}
