import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the feeds of podcasts lie in a publication. */
const FOLDERS = ['podcast-feed', 'mr/podcast-feed']
const HUB_MS = 10_000

/** A digest of each feed of a publication by its path. */
export async function feedDigests(folder: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  for (const below of FOLDERS)
    for (const name of await readdir(join(folder, below)).catch(() => []))
      if (name.endsWith('.xml')) {
        const content = await readFile(join(folder, below, name))
        digests.set(`/${below}/${name}`, createHash('sha256').update(content).digest('base64url'))
      }
  return digests
}

type Announcement = { hub: string; siteUrl: string; report: (line: string) => void }

/**
 * Tells the hub of WebSub which feeds are new, so that players fetch them within minutes. A hub that does not answer costs the
 * listeners nothing but these minutes, so it is only reported.
 */
export async function announceFeeds(
  { hub, siteUrl, report }: Announcement,
  before: ReadonlyMap<string, string>,
  current: string,
): Promise<void> {
  const changed = [...(await feedDigests(current))].filter(([path, digest]) => before.get(path) !== digest)
  const refused: string[] = []
  for (const [path] of changed) {
    const body = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': new URL(path, siteUrl).href })
    const answer = await fetch(hub, { method: 'POST', body, signal: AbortSignal.timeout(HUB_MS) }).catch(
      () => undefined,
    )
    if (!answer?.ok) refused.push(path)
  }
  if (changed.length > 0) report(`feeds: the hub was told of ${changed.length - refused.length} of ${changed.length}`)
}
