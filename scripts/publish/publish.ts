import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { checkLinks, heavyPages } from './check.ts'
import { eachFile, filesBelow, linkOrCopy } from './files.ts'
import type { Facts } from './build/page-facts.ts'
import { collectPages } from './build/collect-pages.ts'
import { factsJson } from './build/facts-file.ts'
import { placeMap } from './build/place-file.ts'
import { linkOldAssets, type OldAssets } from './build/old-assets.ts'
import type { PreviousBuild } from './build/previous-build.ts'
import { retire } from './build/spare.ts'
import { inlineHashes, siteHeaders } from './host/content-policy.ts'
import { nginxFile } from './host/nginx.ts'
import { KNOWLEDGE } from './render/stale-pages.ts'
import { FOR_HOSTS } from '../../src/server/http/site/site-rules.ts'
import { headersFile, privatePaths, redirectsFile, rewrites } from './host/rules.ts'
import { sitemaps } from './host/sitemap.ts'
import { writeWorker } from './build/service-worker.ts'

/** Number of retained publications: the served one and three for a rollback. */
const RETAINED = 4
const ASSETS = '_a'
const NGINX_RULES = 'nginx.conf'

/** Catalog version, code and addresses of the served pages. */
export type Origin = {
  catalog: string
  titles: number
  code: string
  siteUrl: string
  mediaOrigin?: string | undefined
}
export type Published = { id: string; pages: number; rendered: number; heavy: { page: string; bytes: number }[] }
type Build = {
  siteFolder: string
  built: string
  /** The folder into which pages were rendered; the same as `built` when nothing is reused. */
  rendered: string
  /** Scripts, styles and public files, which are there already. */
  shared: string[]
  id: string
  origin: Origin
  previous: PreviousBuild | undefined
  /** Unchanged pages may be taken from the previous publication. */
  canReuse: boolean
  /** Waits for the files that the next build needs to know, among the rendered pages. */
  knowledge: () => Promise<void>
  signal?: AbortSignal | undefined
}

/**
 * Completes and checks a finished build, adds rules and manifest, and serves it by switching a symlink. Throws before the
 * switch when anything is wrong, so that the served publication does not change.
 */
export async function publish(build: Build): Promise<Published> {
  const { siteFolder, built, shared, id, origin, signal } = build
  const today = new Date().toISOString().slice(0, 10)
  const { files, facts, rendered, reused } = await collectPages({ ...build, today })
  checkLinks(facts, [...files, ...shared])
  const assets = shared.filter((file) => file.startsWith(`${ASSETS}/`))
  const sameCode = build.canReuse ? build.previous?.folder : undefined
  const maps = sitemaps(facts, origin.siteUrl, build.canReuse ? build.previous?.facts : undefined)
  await Promise.all(maps.map((map) => placeMap(map, built, sameCode)))
  const written = [...maps.map(({ name }) => name), await writeWorker(built, assets, sameCode)]
  const existing = (await publications(siteFolder)).map((older) => join(siteFolder, 'builds', older))
  const oldAssets = await linkOldAssets(existing, built, assets)
  await writeMetadata(build, facts, { assets, oldAssets }, [
    ...shared,
    ...written.flatMap((name) => [name, `${name}.br`, `${name}.gz`]),
  ])
  await build.knowledge()
  if (build.rendered !== built)
    for (const name of KNOWLEDGE) await rename(join(build.rendered, name), join(built, name))
  await mkdir(join(siteFolder, 'builds'), { recursive: true })
  if (signal?.aborted) throw new Error('the build was stopped')
  await rename(built, join(siteFolder, 'builds', id))
  await switchTo(siteFolder, id)
  await retireOldPublications(siteFolder, origin.code)
  return { id, pages: rendered + reused, rendered, heavy: heavyPages(facts) }
}

/** Writes the rules for hosts, the facts and the manifest. */
async function writeMetadata(
  { built, id, origin, previous }: Build,
  facts: Facts,
  linked: { assets: string[]; oldAssets: OldAssets },
  files: string[],
): Promise<void> {
  const pages = Object.values(facts.pages)
  const inline = pages.flatMap((page) => page.inline.map((index) => facts.strings[index] ?? ''))
  const headers = siteHeaders(inlineHashes(new Set(inline)), origin)
  const rules = rewrites()
  const manifest = {
    build: id,
    ...origin,
    pages: pages.length,
    headers,
    rewrites: rules,
    private: privatePaths(),
    ...linked,
    files: [...files, ...FOR_HOSTS],
  }
  // At once: by a promise a large text is written piece by piece, in several times the time.
  writeFileSync(join(built, 'facts.json'), factsJson(facts, previous?.facts))
  await Promise.all([
    writeFile(join(built, '_redirects'), redirectsFile(rules)),
    writeFile(join(built, '_headers'), headersFile(headers)),
    writeFile(join(built, NGINX_RULES), nginxFile(rules, headers)),
    writeFile(join(built, 'manifest.json'), JSON.stringify(manifest, null, 1)),
  ])
}

/** Renames a new symlink over the old one, so that the link always leads to a complete publication. */
export async function switchTo(siteFolder: string, id: string): Promise<void> {
  const next = join(siteFolder, `current-${process.pid}`)
  await rm(next, { force: true })
  await symlink(join('builds', id), next)
  await rename(next, join(siteFolder, 'current'))
  await noteRules(siteFolder, id)
}

/**
 * Copies the rules of the served publication to the site folder when they differ from those before. nginx reads rules at a
 * reload only: a path unit of `scripts/deploy/systemd` reloads it when the copy changes.
 */
async function noteRules(siteFolder: string, id: string): Promise<void> {
  const noted = join(siteFolder, NGINX_RULES)
  const rules = await readFile(join(siteFolder, 'builds', id, NGINX_RULES), 'utf8')
  if (rules === (await readFile(noted, 'utf8').catch(() => undefined))) return
  await writeFile(`${noted}.new`, rules)
  await rename(`${noted}.new`, noted)
}

export async function currentBuild(siteFolder: string): Promise<string | undefined> {
  try {
    return basename(await readlink(join(siteFolder, 'current')))
  } catch {
    return undefined
  }
}

/** Existing publications, oldest first. */
export async function publications(siteFolder: string): Promise<string[]> {
  return (await readdir(join(siteFolder, 'builds')).catch(() => [])).toSorted()
}

/** Links scripts, styles and public files of the folder `client`. Returns their names. */
export async function linkAssets(built: string, client: string): Promise<string[]> {
  const shared = (await filesBelow(client)).map((file) => relative(client, file))
  await eachFile(shared, (file) => linkOrCopy(join(client, file), join(built, file)))
  return shared
}

async function retireOldPublications(siteFolder: string, code: string): Promise<void> {
  const current = await currentBuild(siteFolder)
  for (const id of (await publications(siteFolder)).slice(0, -RETAINED))
    if (id !== current) await retire(siteFolder, join(siteFolder, 'builds', id), code)
}
