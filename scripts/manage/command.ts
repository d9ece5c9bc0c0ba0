import { StopReason } from '../../src/server/lib/stop.ts'
import type { Paged, Slice } from '../../src/server/services/paged.ts'
import type { World } from '../../src/server/world.ts'

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
  run(world: World, args: string[], given: Given): Promise<Told>
}

export function idOf(text = ''): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new StopReason(`ID must be a number, not "${text}".`)
}

export function found<Thing>(thing: Thing | undefined, name: string, id: number): Thing {
  if (thing) return thing
  throw new StopReason(`There is no ${name} ${id}.`)
}
