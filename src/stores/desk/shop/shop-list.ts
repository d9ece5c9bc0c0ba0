import { atom } from 'nanostores'
import { deskShopList, deskShopListSave, type ShopList } from '#contract/desk/shop/shop-lists.ts'
import { deskCall } from '../call.ts'
import { isSame, matches, rebase } from '../../rebase.ts'
import { differencesOf, keyOf, textAt, withoutEmpty, type Difference, type Row } from './rows.ts'

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
  const isUnsaved = (): boolean => {
    const now = $list.get()
    return now.state === 'ready' && (now.isDirty || now.isBusy)
  }

  /** What is not saved stays; a save notices what others changed meanwhile. */
  async function load(): Promise<void> {
    if (isUnsaved()) return
    if ($list.get().state !== 'ready') $list.set({ state: 'loading' })
    const result = await deskCall(deskShopList, { list })
    if (isUnsaved()) return
    if (result.ok) take(result.value)
    else $list.set({ state: 'failed', fault: result.fault })
  }

  const change = (rows: readonly Row[]): void => update({ rows, isDirty: true })

  /** One row as it is now: what was typed elsewhere while a file was sent stays. */
  function changeRow(id: string, changed: (row: Row) => Row): void {
    const now = $list.get()
    if (now.state === 'ready') change(now.rows.map((row, index) => (idOf(row, index) === id ? changed(row) : row)))
  }

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
      takeSaved(now.rows, result.value)
      return true
    }
    update({ isBusy: false, fault: result.fault, fields: result.fields ?? {} })
    if (result.fault === 'changedMeanwhile') await showTheirs()
    return false
  }

  /** What was typed while it was sent stays, and is not saved yet. */
  function takeSaved(sent: readonly Row[], value: { rows: Row[]; version: string; pictures: Record<string, string> }) {
    const now = $list.get()
    if (now.state !== 'ready') return
    const saved = withIds(sent, value.rows)
    const pictures = { ...now.pictures, ...value.pictures }
    take({ rows: saved, version: value.version, pictures })
    update({ rows: rebase(sent, now.rows, saved), isDirty: !isSame(sent, now.rows) })
  }

  async function showTheirs(): Promise<void> {
    const result = await deskCall(deskShopList, { list })
    const now = $list.get()
    if (!result.ok || now.state !== 'ready') return
    const { base, rows } = now
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

  return { $list, load, change, changeRow, addPicture, save, takeTheirs, keepMine }
}

/** A new row has an id of its own, also after it was saved: its fields stay the same ones. */
export const idOf = (row: Row, index: number): string => textAt(row, '_id') || keyOf(row) || `new ${index}`

function withIds(sent: readonly Row[], saved: readonly Row[]): Row[] {
  const found = matches(saved, sent)
  return saved.map((row, at) => {
    const id = sent[found.get(at) ?? -1]?.['_id']
    return id === undefined ? row : { ...row, _id: id }
  })
}

type ShopListStore = ReturnType<typeof createShopList>

const lists = new Map<ShopList, ShopListStore>()

/** The store of a list: one for all parts of a page. */
export function shopList(list: ShopList): ShopListStore {
  const store = lists.get(list) ?? createShopList(list)
  lists.set(list, store)
  return store
}
