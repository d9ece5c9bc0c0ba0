import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the feeds of podcasts lie in a publication. */
const FOLDERS = ['podcast-feed', 'mr/podcast-feed']
/** Of one feed. A hub that does not answer within it, or cannot be reached, is not asked about the others. */
const HUB_MS = 10_000
/** Of all feeds. */
const ALL_MS = 60_000

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

/** The paths of feeds that are new or other than in an earlier publication. */
export async function changedFeeds(before: ReadonlyMap<string, string>, current: string): Promise<string[]> {
  return [...(await feedDigests(current))].filter(([path, digest]) => before.get(path) !== digest).map(([path]) => path)
}

type Announcement = {
  hub: string
  siteUrl: string
  report: (line: string) => void
  signal?: AbortSignal | undefined
  /** Milliseconds for one feed. */
  hubMs?: number
}

/**
 * Tells the hub of WebSub which feeds are new, so that players fetch them within minutes. A hub that does not answer costs the
 * listeners nothing but these minutes, so it is only reported. Call it when no lock is held: a hub may take its time.
 */
export async function announceFeeds(
  { hub, siteUrl, report, signal, hubMs = HUB_MS }: Announcement,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return
  const end = AbortSignal.any([AbortSignal.timeout(ALL_MS), ...(signal ? [signal] : [])])
  let count = 0
  for (const path of paths) {
    const body = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': new URL(path, siteUrl).href })
    const within = AbortSignal.any([end, AbortSignal.timeout(hubMs)])
    const answer = await fetch(hub, { method: 'POST', body, signal: within }).catch(() => undefined)
    if (!answer) break
    if (answer.ok) count += 1
    // An unread body keeps its connection.
    await answer.body?.cancel().catch(() => undefined)
  }
  if (!signal?.aborted) report(`feeds: the hub was told of ${count} of ${paths.length}`)
}
