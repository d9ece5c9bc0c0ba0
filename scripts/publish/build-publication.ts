import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { takePages, type PreviousBuild } from './build/previous-build.ts'
import { namingFullDisk } from './full-disk.ts'
import { linkAssets, publish, type Origin, type Published } from './publish.ts'
import type { Rendering } from './render/rendering.ts'

type Publication = {
  siteFolder: string
  renderer: string
  rendering: Rendering
  origin: Origin
  previous: PreviousBuild | undefined
  canReuse: boolean
  /** The folder of the new publication, and the one into which its pages are rendered. */
  out: string
  rendered: string
}

/** Renders and publishes. Leaves no folder of its own behind. */
export async function buildPublication(publication: Publication, signal?: AbortSignal): Promise<Published> {
  const { siteFolder, out, rendered } = publication
  try {
    const shared = await namingFullDisk(siteFolder, renderPages(publication))
    const knowledge = () => namingFullDisk(siteFolder, publication.rendering.end())
    return await publish({ ...publication, built: out, shared, id: nextId(), knowledge, signal })
  } finally {
    // A publication that fails its checks does not wait for the knowledge, which is still written into one of the folders.
    await publication.rendering.cancel()
    for (const folder of new Set([out, rendered])) await rm(folder, { recursive: true, force: true })
  }
}

/** Renders what is stale while everything else is taken over, until all pages are there. Returns the scripts, styles and public files. */
async function renderPages({
  siteFolder,
  renderer,
  out,
  previous,
  canReuse,
  rendering,
}: Publication): Promise<string[]> {
  const failing = new AbortController()
  const rendered = rendering.begin().catch((error: unknown) => {
    failing.abort()
    throw error
  })
  const take = async () => {
    if (canReuse && previous) await takePages(siteFolder, out, previous, failing.signal)
    return linkAssets(out, join(renderer, 'client'))
  }
  const taking = take()
  // Both must be over before the folders are removed.
  await Promise.allSettled([rendered, taking])
  await rendered
  return taking
}

/** Id of a publication: its time in a sortable form. */
const nextId = () => new Date().toISOString().replace(/[-:.]/g, '').slice(0, 18)
