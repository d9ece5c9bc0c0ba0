import { StartupError } from '../../src/server/runtime/startup-error.ts'
import type { Paged, Slice } from '../../src/server/db/pagination.ts'
import type { AppContext } from '../../src/server/context.ts'

type Row = Record<string, unknown>
/** Result of a command: a page of a list, one entry, or a confirmation. */
export type CommandResult = { list: Paged<Row> } | { one: Row } | { done: string }

/** Options of a command; `slice` is the page of a list. */
export type CommandInput = {
  slice: Slice
  options: { uses?: string; until?: string; message?: string; yes?: string; role?: string; language?: string }
}

export type Command = {
  /** Words of the command and names of its arguments: `auditions save ID FILE`. */
  usage: string
  summary: string
  /** Options besides the common ones, each with the name of its value. */
  options?: Partial<Record<keyof CommandInput['options'], string>>
  /** `args`: one for each argument in `usage`. */
  run(context: AppContext, args: string[], input: CommandInput): Promise<CommandResult>
}

export function idOf(text = ''): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new StartupError(`ID must be a number, not "${text}".`)
}

export function requireFound<Item>(item: Item | undefined, name: string, id: number): Item {
  if (item !== undefined) return item
  throw new StartupError(`There is no ${name} ${id}.`)
}
