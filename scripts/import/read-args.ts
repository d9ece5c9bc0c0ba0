import { parseArgs } from 'node:util'
import { messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'

export type Order = {
  path: string
  isDryRun: boolean
  replace: boolean
  replaceFiles: boolean
  json: boolean
  report: boolean
}

export const HELP = `npm run import -- PATH [--dry-run] [--replace] [--replace-files] [--json]
npm run import -- --report [--json]

PATH is a folder with titles.csv, titles.jsonl or folders of mp3 files, or one such table. README, "Your catalog", tells the fields.

  --dry-run        read, measure and check everything, keep nothing
  --replace        take out of the shop what the tables of PATH do not name; nothing is taken out when a row was refused
  --replace-files  take out of each title that has sound in PATH the tracks, samples and cover that are not there; listeners lose their places in them
  --json           faults, notes and the summary as JSON lines
  --report         what the catalog in the shop lacks: translations, covers, samples, sound …

Works while the shop runs and while it is stopped; DATA_DIR and DATABASE_URL say which shop.
Ends with 0 when all went in, with 1 when something was left out, with 2 when nothing could be done.`

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  replace: { type: 'boolean' },
  'replace-files': { type: 'boolean' },
  json: { type: 'boolean' },
  report: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Undefined when help is wanted. */
export function readArgs(argv: string[]): Order | undefined {
  const { values, positionals } = parse(argv)
  if (values.help) return undefined
  const [path = '', ...more] = positionals
  if (more.length > 0)
    throw new StartupError(`One path is wanted, not ${positionals.length}. Put quotes around a path with spaces.`)
  if (!path && !values.report) throw new StartupError(HELP)
  if (path && values.report) throw new StartupError('--report looks at what is in the shop and takes no path.')
  return {
    path,
    isDryRun: values['dry-run'] ?? false,
    replace: values.replace ?? false,
    replaceFiles: values['replace-files'] ?? false,
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
