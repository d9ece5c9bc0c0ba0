import { link, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** How long an asset stays after its publication was retired: open tabs load it late. */
const STAYS_MS = 14 * 86_400_000

/** Assets of retired publications, each with the moment at which it last belonged to an existing one. */
export type OldAssets = Record<string, number>

/**
 * Links the assets that pages of existing publications load, and of those that were retired lately. By time and not by number: a
 * morning at the desk makes many publications. `publications`: folders. Returns what the manifest tells the next build.
 */
export async function linkOldAssets(
  publications: readonly string[],
  built: string,
  own: readonly string[],
  now = Date.now(),
): Promise<OldAssets> {
  const isOwn = new Set(own)
  const old: OldAssets = {}
  for (const folder of publications) {
    const { assets = [], oldAssets = {} } = await manifestOf(folder)
    const all = { ...oldAssets, ...Object.fromEntries(assets.map((asset) => [asset, now])) }
    for (const [asset, at] of Object.entries(all)) {
      if (isOwn.has(asset) || at < now - STAYS_MS) continue
      old[asset] = Math.max(at, old[asset] ?? 0)
      await mkdir(dirname(join(built, asset)), { recursive: true })
      await link(join(folder, asset), join(built, asset)).catch(ignoreExisting)
    }
  }
  return old
}

async function manifestOf(folder: string): Promise<{ assets?: string[]; oldAssets?: OldAssets }> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as { assets?: string[]; oldAssets?: OldAssets }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
