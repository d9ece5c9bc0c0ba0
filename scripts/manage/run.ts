import { parseArgs } from 'node:util'
import { messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'
import { actAs } from '../../src/server/audit/audit-log.ts'
import type { AppContext } from '../../src/server/context.ts'
import type { Command, CommandInput, CommandResult } from './command.ts'
import { commands } from './commands.ts'
import { formatResult } from './format.ts'
import { terminalText } from '../process/terminal-text.ts'

type Open = () => Promise<{ context: AppContext; close(): Promise<void> }>

const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  page: { type: 'string' },
  limit: { type: 'string' },
  as: { type: 'string' },
} as const
/** Options of some commands. */
const COMMAND_OPTIONS = {
  uses: { type: 'string' },
  until: { type: 'string' },
  message: { type: 'string' },
  yes: { type: 'boolean' },
  role: { type: 'string' },
  language: { type: 'string' },
} as const
const MAX_PAGE = 1_000
const DEFAULT_LIMIT = '20'

/** Runs a command and returns the text to print. Opens the shop only for a known command. */
export async function manage(argv: string[], open: Open): Promise<string> {
  const { values, positionals } = read(argv)
  if (values.help || positionals.length === 0) return helpOn(positionals)
  const { command, args } = find(positionals)
  actAs(personOf(values.as))
  const slice = { page: numberOf('page', values.page ?? '1'), limit: numberOf('limit', values.limit ?? DEFAULT_LIMIT) }
  const result = await runWithShop(await open(), command, args, { slice, options: commandOptions(command, values) })
  return terminalText(values.json ? JSON.stringify(toJson(result), undefined, 2) : formatResult(result))
}

async function runWithShop(
  { context, close }: Awaited<ReturnType<Open>>,
  command: Command,
  args: string[],
  words: CommandInput,
): Promise<CommandResult> {
  try {
    return await command.run(context, args, words)
  } finally {
    await close()
  }
}

/** Token of an order: one in 64 starts with a hyphen like an option, so it is marked while options are read. */
const TOKEN = /^-[\w-]{42}$/
const MARK = 'token:'

function read(argv: string[]) {
  const args = argv.map((arg) => (TOKEN.test(arg) ? MARK + arg : arg))
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...OPTIONS, ...COMMAND_OPTIONS },
      allowPositionals: true,
    })
    return {
      values,
      positionals: positionals.map((arg) => (arg.startsWith(`${MARK}-`) ? arg.slice(MARK.length) : arg)),
    }
  } catch (error) {
    throw new StartupError(`${messageOf(error)}\n${helpOn([])}`)
  }
}

/** Words in lower case belong to the command; words in capitals are arguments. */
const wordsOf = ({ usage }: Command): string[] => usage.split(' ').filter((word) => word === word.toLowerCase())

function find(words: string[]): { command: Command; args: string[] } {
  const command = commands.find((one) => wordsOf(one).every((word, index) => words[index] === word))
  if (!command) throw new StartupError(`There is no command "${words.join(' ')}".\n${helpOn(words)}`)
  const args = words.slice(wordsOf(command).length)
  if (wordsOf(command).length + args.length !== command.usage.split(' ').length)
    throw new StartupError(`usage: ${usageOf(command)}`)
  return { command, args }
}

/** Throws for an option that the command does not have. */
function commandOptions(
  command: Command,
  { uses, until, message, yes, role, language }: ReturnType<typeof read>['values'],
): CommandInput['options'] {
  const options = {
    ...(uses !== undefined && { uses }),
    ...(until !== undefined && { until }),
    ...(message !== undefined && { message }),
    ...(yes && { yes: '' }),
    ...(role !== undefined && { role }),
    ...(language !== undefined && { language }),
  }
  const unknownOption = Object.keys(options).find((name) => !(name in (command.options ?? {})))
  if (unknownOption)
    throw new StartupError(`--${unknownOption} is not an option of this command.\nusage: ${usageOf(command)}`)
  return options
}

const usageOf = ({ usage, options = {} }: Command): string =>
  [usage, ...Object.entries(options).map(([name, value]) => `[--${name}${value && ` ${value}`}]`)].join(' ')

/** Who acts, for the audit log; by default who logged in. */
function personOf(name: string | undefined): string | undefined {
  if (name === undefined || /^[\p{L}\p{M}\w][\p{L}\p{M}\w .@-]{0,60}$/u.test(name)) return name
  throw new StartupError('--as must be the name of a person.')
}

function numberOf(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= MAX_PAGE) return value
  throw new StartupError(`--${name} must be a number from 1 to ${MAX_PAGE}, not "${text}".`)
}

/** Help for the named command, else for its group, else for all commands. */
function helpOn(words: string[]): string {
  const starting = (prefix: string[]) =>
    commands.filter((command) => prefix.every((word, index) => wordsOf(command)[index] === word))
  const result =
    [starting(words.slice(0, 2)), starting(words.slice(0, 1)), commands].find((some) => some.length > 0) ?? commands
  const width = Math.max(...result.map((command) => usageOf(command).length))
  return [
    'npm run manage -- COMMAND [--json] [--page 1] [--limit 20] [--as PERSON]',
    '',
    ...result.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`),
    '',
    'Works while the shop runs and while it is stopped; DATA_DIR and DATABASE_URL select the shop. `npm run -s` hides the output of npm itself.',
  ].join('\n')
}

/** The JSON form of a result. */
function toJson(result: CommandResult): unknown {
  if ('list' in result) return result.list
  return 'one' in result ? result.one : result
}
