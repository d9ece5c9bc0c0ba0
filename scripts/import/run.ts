import { DISK_FULL, isDiskFull, StartupError } from '../../src/server/runtime/startup-error.ts'
import { reportOnCatalog } from '../../src/server/operations/catalog-report.ts'
import { drawMissingCovers } from '../../src/server/import/art/drawn-covers.ts'
import { importFolder, type FolderImportResult } from '../../src/server/import/import-source.ts'
import type { AppContext } from '../../src/server/context.ts'
import { createProgress } from './progress.ts'
import { importFeed } from './feed.ts'
import { REFUSALS, sentenceOf } from './messages.ts'
import { createSummed, hasLoss, kindOfFault, sentenceOfChange } from './summed.ts'
import type { TitleChange } from '../../src/server/import/stored/changes.ts'
import { HELP, readArgs, type ImportArgs } from './read-args.ts'
import { reportText } from './report-text.ts'

type Open = () => Promise<{ context: AppContext; close(): Promise<void> }>
/** `progress`: a terminal for the progress line, if there is one. */
export type Out = {
  line(text: string): void
  progress?: NodeJS.WriteStream
  /** Asks a person; absent without a terminal. */
  confirm?(question: string): Promise<boolean>
}

/** Runs the command and returns the exit code: 0 everything imported, 1 something left out, 2 nothing imported. */
export async function runImport(argv: string[], open: Open, out: Out): Promise<0 | 1 | 2> {
  const args = readArgs(argv)
  if (!args) {
    out.line(HELP)
    return 0
  }
  const { context, close } = await open()
  try {
    return args.report ? await report(context, args, out) : await importPath(context, args, out).catch(rethrowFullDisk)
  } finally {
    await close()
  }
}

function rethrowFullDisk(error: unknown): never {
  throw isDiskFull(error) ? new StartupError(`The import stopped: ${DISK_FULL}`) : error
}

async function importPath(context: AppContext, args: ImportArgs, out: Out): Promise<0 | 1 | 2> {
  if (/\.(?:xml|rss)$/i.test(args.path))
    return importFeed(args, out, (path) => importPath(context, { ...args, path }, out))
  const progress = createProgress(out, args.json)
  const summed = createSummed(progress.line)
  const result = await importFolder(context, args, {
    report: (fault) =>
      args.json
        ? progress.line(JSON.stringify(fault))
        : summed.show({ kind: kindOfFault(fault), text: sentenceOf(fault) }),
    reportChange: (change) => showChange(change, args, progress.line, summed.show),
    progress: progress.show,
    confirmRemoval: async (gone, of) =>
      args.isDryRun || args.yes || (await out.confirm?.(removalQuestion(gone, of))) === true,
  })
  summed.end()
  const draws = typeof result !== 'string' && args.drawsCovers && !args.isDryRun
  const drawn = draws ? await drawMissingCovers(context, (done, of) => progress.show(done, of, 'covers')) : 0
  progress.end()
  if (typeof result === 'string') throw new StartupError(`${args.path} ${REFUSALS[result] ?? result}`)
  out.line(args.json ? JSON.stringify({ summary: result }) : summaryOf(result, args, drawn))
  if (result.titles === 0 && result.changed === 0 && result.faults > 0) return 2
  return result.faults > 0 ? 1 : 0
}

/** A dry run lists what happens to each title of the shop, an import what titles lose. */
function showChange(
  change: TitleChange,
  { isDryRun, json }: ImportArgs,
  line: (text: string) => void,
  sum: ReturnType<typeof createSummed>['show'],
): void {
  if (json && isDryRun) return line(JSON.stringify({ change }))
  const text = sentenceOfChange(change)
  if (json) return
  if (change.isGone || (isDryRun && !change.isNew)) line(text)
  else if (isDryRun || hasLoss(change)) sum({ kind: change.isNew ? 'new' : 'change', text })
}

const removalQuestion = (gone: number, of: number): string =>
  `--replace takes ${gone} of ${of} titles from the shop, named above. Type yes to go on: `

const KEPT_TITLES = {
  faults: 'No title was removed, because rows were left out: correct them and repeat.',
  refused:
    'No title was removed, because they are more than 5 percent of the catalog: answer yes, or add --yes after a look at --dry-run.',
  noTable: 'No title was removed, because there is no table of titles with rows.',
}

function summaryOf(
  { rows, titles, changed, faults, warnings, othersKeptBecause }: FolderImportResult,
  { isDryRun }: ImportArgs,
  drawn: number,
): string {
  const note = othersKeptBecause ? ` ${KEPT_TITLES[othersKeptBecause]}` : ''
  const next = isDryRun
    ? ' Nothing was saved: this was a dry run.'
    : changed + drawn > 0
      ? ' Next: npm run rebuild.'
      : ' The shop did not change.'
  const covers = drawn > 0 ? ` ${drawn} covers drawn for titles without one of their own.` : ''
  return `${titles} of ${rows} titles imported, ${changed} entries new or changed; faults: ${faults}, notes: ${warnings}.${note}${covers}${next}`
}

async function report({ db }: AppContext, { json }: ImportArgs, out: Out): Promise<0> {
  const found = await reportOnCatalog(db)
  out.line(json ? JSON.stringify(found) : reportText(found))
  return 0
}
