import { isDeepStrictEqual } from 'node:util'
import { SHOP_LISTS } from '#contract/desk/shop/shop-lists.ts'
import type { AppContext } from '../../context.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { storedTitlesOf } from '../../import/titles/save-titles.ts'
import { rememberChange } from '../history/remember.ts'
import { namesByKey } from '../names/restore.ts'
import { listRestorer } from '../shop/lists.ts'
import { rememberedOf } from '../titles/title-state.ts'

type Context = Pick<AppContext, 'db' | 'media' | 'now'>
type State = Record<string, unknown>
type Snapshot = { area: string; target: string; state: unknown }

/**
 * What a table is about to change, or has changed, in the form in which its area is restored. `keys`: of the titles that change.
 * Undefined: coupons and notifications are money and mail, and reviews belong to listeners.
 */
export async function snapshotOf(
  context: Context,
  table: string,
  keys: readonly string[],
): Promise<Snapshot | undefined> {
  const { db } = context
  if (table === 'titles' || table === 'tracks') {
    const stored = await storedTitlesOf(db, [...keys])
    const state = keys.map((key) => [key, rememberedIn(stored, key)] as const)
    return { area: 'titles', target: table, state: Object.fromEntries(state) }
  }
  if (table === 'people' || table === 'categories' || table === 'series')
    return { area: 'names', target: table, state: await namesByKey(db, table) }
  if (!SHOP_LISTS.some((list) => list === table)) return undefined
  return {
    area: 'lists',
    target: table,
    state: await listRestorer.read(context, { target: table, before: [], after: [] }),
  }
}

function rememberedIn(stored: Awaited<ReturnType<typeof storedTitlesOf>>, key: string) {
  const title = stored.get(key)
  return title ? rememberedOf(title) : null
}

/** Remembers an import, so that it can be undone; returns the number of the change. */
export async function rememberImport(
  { db, now }: Context,
  staff: StaffCaller,
  table: string,
  before: Snapshot,
  after: Snapshot,
): Promise<number | null> {
  const states =
    before.area === 'names' ? changedIn(before.state as State, after.state as State) : [before.state, after.state]
  if (isDeepStrictEqual(states[0], states[1])) return null
  const { area, target } = before
  const change = { staff, area, action: 'import table', target, label: table, before: states[0], after: states[1] }
  return rememberChange(db, now(), change)
}

/** Of the rows that differ; `null`: there was none. */
function changedIn(before: State, after: State): [State, State] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
  const of = (state: State): State => Object.fromEntries(changed.map((key) => [key, state[key] ?? null]))
  return [of(before), of(after)]
}
