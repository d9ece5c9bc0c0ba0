import { parseArgs } from 'node:util'
import { messageOf, StartupError } from '../../src/server/runtime/startup-error.ts'
import type { AppContext } from '../../src/server/context.ts'
import type { Command, Given, Told } from './command.ts'
import { commands } from './commands.ts'
import { shown } from './format.ts'

type Open = () => Promise<{ context: AppContext; close(): Promise<void> }>

const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  page: { type: 'string' },
  limit: { type: 'string' },
} as const
/** Of some commands only. */
const OWN = {
  uses: { type: 'string' },
  until: { type: 'string' },
  message: { type: 'string' },
  yes: { type: 'boolean' },
} as const
const MOST = 1_000
const DEFAULT_LIMIT = '20'

/** Does what the operator asks and gives the text to print. Opens the shop only for a command that it knows. */
export async function manage(argv: string[], open: Open): Promise<string> {
  const { values, positionals } = read(argv)
  if (values.help || positionals.length === 0) return helpOn(positionals)
  const { command, args } = find(positionals)
  const slice = { page: numberOf('page', values.page ?? '1'), limit: numberOf('limit', values.limit ?? DEFAULT_LIMIT) }
  const told = await runIn(await open(), command, args, { slice, options: ownOptions(command, values) })
  return values.json ? JSON.stringify(plain(told), undefined, 2) : shown(told)
}

async function runIn(
  { context, close }: Awaited<ReturnType<Open>>,
  command: Command,
  args: string[],
  given: Given,
): Promise<Told> {
  try {
    return await command.run(context, args, given)
  } finally {
    await close()
  }
}

/** Of an order: one in 64 begins as an option does. */
const isToken = (arg: string): boolean => /^-[\w-]{42}$/.test(arg)

function read(argv: string[]) {
  const args = [...argv.filter((arg) => !isToken(arg)), '--', ...argv.filter(isToken)]
  try {
    return parseArgs({ args, options: { ...OPTIONS, ...OWN }, allowPositionals: true })
  } catch (error) {
    throw new StartupError(`${messageOf(error)}\n${helpOn([])}`)
  }
}

/** Small letters are words of the command, capitals stand for what is given. */
const wordsOf = ({ usage }: Command): string[] => usage.split(' ').filter((word) => word === word.toLowerCase())

function find(given: string[]): { command: Command; args: string[] } {
  const command = commands.find((one) => wordsOf(one).every((word, index) => given[index] === word))
  if (!command) throw new StartupError(`There is no command "${given.join(' ')}".\n${helpOn(given)}`)
  const args = given.slice(wordsOf(command).length)
  if (wordsOf(command).length + args.length !== command.usage.split(' ').length)
    throw new StartupError(`usage: ${usageOf(command)}`)
  return { command, args }
}

/** An option that a command does not take was meant for something: it is not passed over. */
function ownOptions(
  command: Command,
  { uses, until, message, yes }: ReturnType<typeof read>['values'],
): Given['options'] {
  const options = {
    ...(uses !== undefined && { uses }),
    ...(until !== undefined && { until }),
    ...(message !== undefined && { message }),
    ...(yes && { yes: '' }),
  }
  const odd = Object.keys(options).find((name) => !(name in (command.options ?? {})))
  if (odd) throw new StartupError(`--${odd} is no option of this command.\nusage: ${usageOf(command)}`)
  return options
}

const usageOf = ({ usage, options = {} }: Command): string =>
  [usage, ...Object.entries(options).map(([name, value]) => `[--${name}${value && ` ${value}`}]`)].join(' ')

function numberOf(name: string, text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return value
  throw new StartupError(`--${name} must be a number from 1 to ${MOST}, not "${text}".`)
}

/** Of one command when it was named, of its group when only that was, and else of all. */
function helpOn(given: string[]): string {
  const starting = (words: string[]) =>
    commands.filter((command) => words.every((word, index) => wordsOf(command)[index] === word))
  const told =
    [starting(given.slice(0, 2)), starting(given.slice(0, 1)), commands].find((some) => some.length > 0) ?? commands
  const width = Math.max(...told.map((command) => usageOf(command).length))
  return [
    'npm run manage -- COMMAND [--json] [--page 1] [--limit 20]',
    '',
    ...told.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`),
    '',
    'Works while the shop runs and while it is stopped; DATA_DIR and DATABASE_URL say which shop. `npm run -s` leaves out the lines of npm itself.',
  ].join('\n')
}

/** Lists and things as they are; what was done under its own name. */
function plain(told: Told): unknown {
  if ('list' in told) return told.list
  return 'one' in told ? told.one : told
}
