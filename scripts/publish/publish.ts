import { link, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { compressAll } from './compress.ts'
import { filesBelow } from './files.ts'
import { brokenLinks } from './links.ts'
import { inlineHashes, siteHeaders } from './policy.ts'
import { writeSitemaps } from './sitemap.ts'
import { headersFile, redirectsFile, rewrites } from './rules.ts'

/** Publications that stay for a roll-back, the served one included. */
const KEPT = 4
const ASSETS = '_a'

/** What the served pages were made of. */
export type Origin = { catalog: string; titles: number; code: string; siteUrl: string }
export type Published = { id: string; pages: number }

/**
 * Checks a finished build, adds twins, rules and manifest, and makes it the served one by switching a symlink. Throws before
 * the switch when anything is wrong: what is served stays as it was (design 11).
 */
export async function publish(siteFolder: string, built: string, id: string, origin: Origin): Promise<Published> {
  const files = await filesBelow(built)
  const pages = files.filter((file) => file.endsWith('.html'))
  const broken = await brokenLinks(built, files)
  if (broken.length > 0) {
    const some = broken.slice(0, 5).map((entry) => `${entry.link} on ${entry.page}`)
    throw new Error(`the build has ${broken.length} broken links: ${some.join(', ')}`)
  }
  const headers = siteHeaders(await inlineHashes(pages), origin.siteUrl)
  const rules = rewrites()
  await writeSitemaps(built, pages, origin.siteUrl)
  // Before the old assets come in: they are links into the served publication, and pressing them anew would write into it.
  await compressAll(await filesBelow(built))
  const assets = (await filesBelow(join(built, ASSETS))).map((file) => relative(built, file))
  await keepOldAssets(siteFolder, built)
  await Promise.all([
    writeFile(join(built, '_redirects'), redirectsFile(rules)),
    writeFile(join(built, '_headers'), headersFile(headers)),
    writeFile(join(built, 'manifest.json'), JSON.stringify({ build: id, ...origin, pages: pages.length, headers, rewrites: rules, assets }, null, 1)),
  ])
  await mkdir(join(siteFolder, 'builds'), { recursive: true })
  await rename(built, join(siteFolder, 'builds', id))
  await switchTo(siteFolder, id)
  await forgetOld(siteFolder)
  return { id, pages: pages.length }
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

/** A page that a reader opened before the switch still asks for the scripts of its own build: those of the kept publications, not of all time. */
async function keepOldAssets(siteFolder: string, built: string): Promise<void> {
  const builds = join(siteFolder, 'builds')
  for (const id of (await readdir(builds).catch(() => [])).toSorted().slice(1 - KEPT)) {
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
  const builds = (await readdir(join(siteFolder, 'builds'))).toSorted()
  const current = await currentBuild(siteFolder)
  for (const id of builds.slice(0, -KEPT)) {
    if (id !== current) await rm(join(siteFolder, 'builds', id), { recursive: true, force: true })
  }
}
