import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFeed } from '../../src/server/import/podcast/read-feed.ts'
import { StartupError } from '../../src/server/runtime/startup-error.ts'
import { sentenceOf } from './messages.ts'
import { createProgress } from './progress.ts'
import type { ImportArgs } from './read-args.ts'
import type { Out } from './run.ts'

/** Downloads what a feed names, and imports it as a folder. Answers 1 when an episode could not be downloaded. */
export async function importFeed(
  { path, json, allowsPrivate }: ImportArgs,
  out: Out,
  importPath: (folder: string) => Promise<0 | 1 | 2>,
): Promise<0 | 1 | 2> {
  const progress = createProgress(out, json)
  const folder = await mkdtemp(join(tmpdir(), 'shop-feed-'))
  let lost = 0
  try {
    const refused = await readFeed({
      file: path,
      folder,
      allowsPrivate,
      report: (fault) => {
        if (!fault.isWarning) lost += 1
        progress.line(json ? JSON.stringify(fault) : sentenceOf(fault))
      },
      progress: (done, of) => progress.show(done, of, 'episodes'),
    })
    progress.end()
    if (refused) throw new StartupError(`${path} is not the feed of a podcast with episodes.`)
    const code = await importPath(folder)
    return code === 0 && lost > 0 ? 1 : code
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
