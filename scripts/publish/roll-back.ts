import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { alsoShown, readOrigin, ROLLBACK_FILE, servedOrigin } from './origin.ts'
import { currentBuild, publications, switchTo } from './publish.ts'
import { lockSite } from './site.ts'

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
    // A second rollback keeps the newest origin: the served one is older. A manifest does not know the newest catalog that
    // its pages show too.
    const rolledBackFrom =
      (await readOrigin(join(siteFolder, ROLLBACK_FILE))) ??
      (await alsoShown(siteFolder)) ??
      (await servedOrigin(dataDir))
    await switchTo(siteFolder, target)
    if (rolledBackFrom) await writeFile(join(siteFolder, ROLLBACK_FILE), JSON.stringify(rolledBackFrom))
    return target
  } finally {
    await release()
  }
}
