import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const NAME = 'last-rebuild.json'

/** Runs a build or a freshness check and writes its result next to the pages. The API reads it and raises alarms. */
export async function withReport<Result>(
  { dataDir, signal }: { dataDir: string; signal?: AbortSignal | undefined },
  work: () => Promise<Result>,
  isFresh: (result: Result) => boolean = () => true,
): Promise<Result> {
  const file = join(resolve(dataDir, 'site'), NAME)
  try {
    const result = await work()
    const at = new Date().toISOString()
    if (isFresh(result)) await writeReport(file, { at, ok: true, succeededAt: at })
    return result
  } catch (error) {
    // A stopped build did not fail.
    if (!signal?.aborted)
      await writeReport(file, { at: new Date().toISOString(), ok: false, succeededAt: await lastSuccess(file) })
    throw error
  }
}

/** Null when nothing succeeded yet, or when the file is damaged. */
async function lastSuccess(file: string): Promise<string | null> {
  try {
    const { succeededAt } = JSON.parse(await readFile(file, 'utf8')) as { succeededAt?: unknown }
    return typeof succeededAt === 'string' ? succeededAt : null
  } catch {
    return null
  }
}

/** Writes atomically. Ignores errors: a folder that is not writable was reported before. */
async function writeReport(file: string, report: object): Promise<void> {
  await writeFile(`${file}.${process.pid}`, JSON.stringify(report))
    .then(() => rename(`${file}.${process.pid}`, file))
    .catch(() => undefined)
}
