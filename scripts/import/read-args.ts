import { parseArgs } from 'node:util'
import { messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'

export type ImportArgs = {
  path: string
  isDryRun: boolean
  replace: boolean
  replaceFiles: boolean
  drawsCovers: boolean
  fetchesCovers: boolean
  isQuiet: boolean
  allowsPrivate: boolean
  yes: boolean
  json: boolean
  report: boolean
}

export const HELP = `npm run import -- PATH [--dry-run] [--replace] [--replace-files] [--quiet] [--no-covers] [--fetch-covers] [--yes] [--json]
npm run import -- --report [--json]

PATH is a folder with titles.csv, titles.jsonl or folders of mp3 files, one such table, or the feed of a podcast (feed.xml). scripts/import/README.md describes the fields.

  --dry-run        read, measure and check everything, save nothing
  --replace        remove from the shop what the tables of PATH do not name; nothing is removed when a row was refused
  --replace-files  remove from each title with sound in PATH the tracks, samples and cover that are missing there; listeners lose their positions in them
  --yes            do not ask before --replace removes more than 5 percent of the titles
  --quiet          tell listeners nothing about new titles and episodes; a day in the future is still announced when it comes
  --fetch-covers   download covers whose cell is a web address
  --allow-private  a feed, or a cover with --fetch-covers, may be on the own network
  --no-covers      draw no cover for titles that have none; the next import without this does
  --json           faults, notes and the summary as JSON lines
  --report         what is missing in the catalog of the shop: translations, covers, samples, sound …

Works while the shop runs and while it is stopped; DATA_DIR and DATABASE_URL select the shop.
Exit code: 0 everything was imported, 1 something was left out, 2 nothing was imported.`

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  replace: { type: 'boolean' },
  'replace-files': { type: 'boolean' },
  'no-covers': { type: 'boolean' },
  'fetch-covers': { type: 'boolean' },
  quiet: { type: 'boolean' },
  'allow-private': { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  report: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Undefined for `--help`. */
export function readArgs(argv: string[]): ImportArgs | undefined {
  const { values, positionals } = parse(argv)
  if (values.help) return undefined
  const [path = '', ...more] = positionals
  if (more.length > 0)
    throw new StartupError(`Give one path, not ${positionals.length}. Put quotes around a path with spaces.`)
  if (!path && !values.report) throw new StartupError(HELP)
  if (path && values.report) throw new StartupError('--report is about the catalog in the shop and takes no path.')
  return {
    path,
    isDryRun: values['dry-run'] ?? false,
    replace: values.replace ?? false,
    replaceFiles: values['replace-files'] ?? false,
    drawsCovers: !values['no-covers'],
    fetchesCovers: values['fetch-covers'] ?? false,
    isQuiet: values.quiet ?? false,
    allowsPrivate: values['allow-private'] ?? false,
    yes: values.yes ?? false,
    json: values.json ?? false,
    report: values.report ?? false,
  }
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new StartupError(`${messageOf(error)}\n\n${HELP}`)
  }
}
