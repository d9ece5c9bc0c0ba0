import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const NAME = 'last-rebuild.json'

/** Runs a build or the look whether one is due, and leaves beside the pages how it went: the API beside it raises the alarm. */
export async function withOutcome<Result>(
  { dataDir, signal }: { dataDir: string; signal?: AbortSignal | undefined },
  work: () => Promise<Result>,
  isFresh: (result: Result) => boolean = () => true,
): Promise<Result> {
  const file = join(resolve(dataDir, 'site'), NAME)
  try {
    const result = await work()
    const at = new Date().toISOString()
    if (isFresh(result)) await leave(file, { at, ok: true, succeededAt: at })
    return result
  } catch (error) {
    const { succeededAt = null } = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as {
      succeededAt?: string | null
    }
    // Who was stopped did not fail.
    if (!signal?.aborted) await leave(file, { at: new Date().toISOString(), ok: false, succeededAt })
    throw error
  }
}

/** Whole or not at all; a folder that cannot be written has said so already. */
async function leave(file: string, report: object): Promise<void> {
  await writeFile(`${file}.${process.pid}`, JSON.stringify(report))
    .then(() => rename(`${file}.${process.pid}`, file))
    .catch(() => undefined)
}
