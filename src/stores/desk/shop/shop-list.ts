import { atom } from 'nanostores'
import { deskShopList, deskShopListSave, type ShopList } from '#contract/desk/shop-lists.ts'
import { deskCall } from '../call.ts'
import { differencesOf, withoutEmpty, type Difference, type Row } from './rows.ts'

export type ListState =
  | { state: 'loading' }
  | { state: 'failed'; fault: string }
  | {
      state: 'ready'
      rows: readonly Row[]
      /** As they were read. */
      base: readonly Row[]
      version: string
      pictures: Record<string, string>
      isDirty: boolean
      isBusy: boolean
      fault?: string | undefined
      fields: Record<string, string>
      /** What somebody else saved meanwhile. */
      theirs?: { rows: readonly Row[]; version: string; differences: Difference[] } | undefined
    }
type Ready = Extract<ListState, { state: 'ready' }>

/** One list of the shop: read, changed in the form, and saved as a whole. */
export function createShopList(list: ShopList) {
  const $list = atom<ListState>({ state: 'loading' })
  const update = (change: Partial<Ready>): void => {
    const now = $list.get()
    if (now.state === 'ready') $list.set({ ...now, ...change })
  }
  const take = (value: { rows: Row[]; version: string; pictures: Record<string, string> }): void =>
    $list.set({ state: 'ready', ...value, base: value.rows, isDirty: false, isBusy: false, fields: {} })

  async function load(): Promise<void> {
    if ($list.get().state !== 'ready') $list.set({ state: 'loading' })
    const result = await deskCall(deskShopList, { list })
    if (result.ok) take(result.value)
    else $list.set({ state: 'failed', fault: result.fault })
  }

  const change = (rows: readonly Row[]): void => update({ rows, isDirty: true })

  const addPicture = (path: string, address: string): void => {
    const now = $list.get()
    if (now.state === 'ready') update({ pictures: { ...now.pictures, [path]: address } })
  }

  /** Returns whether the list was saved. What was typed stays otherwise. */
  async function save(): Promise<boolean> {
    const now = $list.get()
    if (now.state !== 'ready' || now.isBusy) return false
    update({ isBusy: true, fault: undefined, fields: {} })
    const rows = now.rows.map((row) => withoutEmpty(row) as Row)
    const result = await deskCall(deskShopListSave, { list, version: now.version, rows })
    if (result.ok) {
      take(result.value)
      return true
    }
    update({ isBusy: false, fault: result.fault, fields: result.fields ?? {} })
    if (result.fault === 'changedMeanwhile') await showTheirs(now)
    return false
  }

  async function showTheirs({ base, rows }: Ready): Promise<void> {
    const result = await deskCall(deskShopList, { list })
    if (!result.ok) return
    const { rows: fresh, version } = result.value
    update({ theirs: { rows: fresh, version, differences: differencesOf(base, fresh, rows) } })
  }

  /** Throws away what was typed. */
  function takeTheirs(): void {
    const now = $list.get()
    if (now.state === 'ready' && now.theirs)
      take({ rows: [...now.theirs.rows], version: now.theirs.version, pictures: now.pictures })
  }

  /** Saves what was typed over what the other person saved, now that it was seen. */
  function keepMine(): Promise<boolean> {
    const now = $list.get()
    if (now.state === 'ready' && now.theirs)
      update({ version: now.theirs.version, base: now.theirs.rows, theirs: undefined })
    return save()
  }

  return { $list, load, change, addPicture, save, takeTheirs, keepMine }
}

export type ShopListStore = ReturnType<typeof createShopList>

const lists = new Map<ShopList, ShopListStore>()

/** The store of a list: one for all parts of a page. */
export function shopList(list: ShopList): ShopListStore {
  const store = lists.get(list) ?? createShopList(list)
  lists.set(list, store)
  return store
}
