import { resolve } from 'node:path'
import type { AppContext } from '../../src/server/context.ts'
import { exportCatalog } from '../../src/server/import/export/catalog.ts'
import { StartupError } from '../../src/server/runtime/startup-error.ts'
import { createProgress } from './progress.ts'

const HELP = `npm run export -- FOLDER

Writes the whole catalog, tables, sound and pictures, into an empty or new folder, which npm run import reads: a copy to keep,
to edit in a spreadsheet program, or to fill another shop. Accounts, orders and reviews of listeners are not in it.`

export async function runExport(
  argv: string[],
  open: () => Promise<{ context: AppContext; close(): Promise<void> }>,
  line: (text: string) => void,
): Promise<void> {
  const [folder, ...more] = argv
  if (folder === '--help' || folder === '-h') return line(HELP)
  if (!folder || folder.startsWith('-') || more.length > 0) throw new StartupError(HELP)
  const { context, close } = await open()
  try {
    const progress = createProgress({ line, ...(process.stderr.isTTY && { progress: process.stderr }) }, false)
    const result = await exportCatalog(context, {
      folder: resolve(folder),
      progress: (done, of) => progress.show(done, of, 'files'),
    })
    progress.end()
    if (typeof result === 'string') throw new StartupError(`${folder} is not empty. Give a new folder.`)
    for (const path of result.missing.slice(0, 5)) line(`note  ${path} is not in the store of media and was left out.`)
    line(
      `${result.titles} titles and ${result.files} files written to ${folder}. Next: npm run import -- ${folder} --dry-run.`,
    )
  } finally {
    await close()
  }
}
