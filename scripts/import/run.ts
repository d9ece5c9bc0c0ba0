import { StartupError } from '../../src/server/runtime/startup-error.ts'
import { reportOnCatalog } from '../../src/server/operations/catalog-report.ts'
import { importFolder, type FolderImportResult } from '../../src/server/import/import-folder.ts'
import type { AppContext } from '../../src/server/context.ts'
import { createProgress } from './progress.ts'
import { REFUSALS, sentenceOf } from './messages.ts'
import { HELP, readArgs, type Order } from './read-args.ts'
import { reportText } from './report-text.ts'

type Open = () => Promise<{ context: AppContext; close(): Promise<void> }>
/** `progress` is a terminal to be written over, or nothing. */
export type Out = { line(text: string): void; progress?: NodeJS.WriteStream }

/** Imports as the arguments say and answers the code to end with: 0 all in, 1 something left out, 2 nothing done. */
export async function runImport(argv: string[], open: Open, out: Out): Promise<0 | 1 | 2> {
  const order = readArgs(argv)
  if (!order) {
    out.line(HELP)
    return 0
  }
  const { context, close } = await open()
  try {
    return order.report ? await report(context, order, out) : await bringIn(context, order, out)
  } finally {
    await close()
  }
}

async function bringIn(context: AppContext, order: Order, out: Out): Promise<0 | 1 | 2> {
  const progress = createProgress(out, order.json)
  const told = await importFolder(context, order, {
    report: (fault) => progress.line(order.json ? JSON.stringify(fault) : sentenceOf(fault)),
    progress: progress.show,
  })
  progress.end()
  if (typeof told === 'string') throw new StartupError(`${order.path} ${REFUSALS[told] ?? told}`)
  out.line(order.json ? JSON.stringify({ summary: told }) : summaryOf(told, order))
  if (told.titles === 0 && told.changed === 0 && told.faults > 0) return 2
  return told.faults > 0 ? 1 : 0
}

const KEPT = {
  faults: 'No title was taken out, because rows were left out: mend them and repeat.',
  noTable: 'No title was taken out, because there is no table of titles with rows to tell which stay.',
}

function summaryOf(
  { rows, titles, changed, faults, warnings, othersKeptBecause }: FolderImportResult,
  { isDryRun }: Order,
): string {
  const kept = othersKeptBecause ? ` ${KEPT[othersKeptBecause]}` : ''
  const next = isDryRun
    ? ' Nothing was kept: this was a dry run.'
    : changed > 0
      ? ' Next: npm run rebuild.'
      : ' The shop stays as it was.'
  return `${titles} of ${rows} titles are in, ${changed} entries new or changed; faults: ${faults}, notes: ${warnings}.${kept}${next}`
}

async function report({ db }: AppContext, { json }: Order, out: Out): Promise<0> {
  const found = await reportOnCatalog(db)
  out.line(json ? JSON.stringify(found) : reportText(found))
  return 0
}
