import { StartupError } from '../../src/server/runtime/startup-error.ts'
import type { Paged, Slice } from '../../src/server/db/pagination.ts'
import type { AppContext } from '../../src/server/context.ts'

type Row = Record<string, unknown>
/** What a command has to say: a page of a list, one thing, or that it is done. */
export type Told = { list: Paged<Row> } | { one: Row } | { done: string }

/** What may be said beside the words of a command; those of a page go to lists. */
export type Given = { slice: Slice; options: { uses?: string; until?: string; message?: string; yes?: string } }

export type Command = {
  /** Words by which it is called, and names of what stands behind them: `auditions save ID FILE`. */
  usage: string
  summary: string
  /** Options that it takes beside those of all, and what stands behind each. */
  options?: Partial<Record<keyof Given['options'], string>>
  /** `args` as many as the usage names. */
  run(context: AppContext, args: string[], given: Given): Promise<Told>
}

export function idOf(text = ''): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new StartupError(`ID must be a number, not "${text}".`)
}

export function found<Thing>(thing: Thing | undefined, name: string, id: number): Thing {
  if (thing) return thing
  throw new StartupError(`There is no ${name} ${id}.`)
}
