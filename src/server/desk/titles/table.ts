import type { TableCell, TableColumn } from '#contract/desk/titles/title-table.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import type { Translations } from '#contract/text/text.ts'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { Db } from '../../db/connect.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { StoredTitle } from '../../import/stored/titles.ts'
import { saveTitles, storedTitlesOf } from '../../import/titles/save-titles.ts'
import { dayInIndia } from '#contract/time/day.ts'
import type { Failure } from '../../runtime/failure.ts'
import { rememberChange } from '../history/remember.ts'
import { drawCoverOf } from './drawn-cover.ts'
import { editOf, rowOfEdit } from './edit-row.ts'
import { inCatalog } from '../in-catalog.ts'
import { type TitleContext } from './save.ts'
import { readCell, textOfCell } from './table-cells.ts'
import { labelOf, priceChanges, rememberedOf, stateOf, versionOf } from './title-state.ts'

type Input = InputOf<typeof endpoints.deskChangeTable>
type Preview = Omit<ReplyOf<typeof endpoints.deskChangeTable>, 'status'>
type Planned = { stored: StoredTitle; edit: TitleEdit }

/** Reads pasted cells, and writes them when `apply` says so: all of them or none. */
export async function changeTable(
  context: TitleContext,
  staff: StaffCaller,
  { cells, apply, version }: Input,
): Promise<Preview | Failure<'changedMeanwhile' | 'faultyCells'>> {
  if (!apply) return (await planTable(context.db, cells, dayInIndia(context.now()))).preview
  return inCatalog<Preview | Failure<'changedMeanwhile' | 'faultyCells'>>(context, async (inner) => {
    const { preview, planned } = await planTable(inner, cells, dayInIndia(context.now()))
    if (preview.version !== version) return { fault: 'changedMeanwhile' }
    if (preview.faults.length > 0) return { fault: 'faultyCells' }
    if (planned.length === 0) return preview
    return { ...preview, change: await write({ ...context, db: inner }, staff, planned) }
  })
}

async function planTable(db: Db, cells: TableCell[], today: string): Promise<{ preview: Preview; planned: Planned[] }> {
  const ids = [...new Set(cells.map(({ id }) => id))]
  const rows = await db.query<{ id: number; key: string }>('select id, key from products where id = any($1)', [ids])
  const byKey = await storedTitlesOf(
    db,
    rows.map(({ key }) => key),
  )
  const stored = new Map([...byKey.values()].map((title) => [title.id, title]))
  const preview: Preview = {
    version: versionOf([...stored.values()].toSorted((a, b) => a.id - b.id)),
    changes: [],
    faults: [],
    change: null,
  }
  const edits = new Map<number, Planned>()
  for (const { id, column, text } of cells) {
    const title = stored.get(id)
    const fault = (code: string) => void preview.faults.push({ id, column, fault: code })
    if (!title || stateOf(title) === 'trash') {
      fault('notFound')
      continue
    }
    const plan = edits.get(id) ?? { stored: title, edit: editOf(title) }
    const reading = readCell(column, text, title, today)
    if (typeof reading === 'string') {
      fault(reading)
      continue
    }
    edits.set(id, { stored: title, edit: { ...plan.edit, ...reading, ...mergedTexts(plan.edit, reading) } })
  }
  const planned = [...edits.values()].filter((plan) => noteChanges(plan, preview))
  return { preview, planned }
}

function mergedTexts({ translations }: TitleEdit, reading: Partial<TitleEdit>): { translations?: Translations } {
  return reading.translations ? { translations: { ...translations, ...reading.translations } } : {}
}

const COLUMNS: readonly TableColumn[] = ['nameEn', 'nameMr', 'priceInr', 'priceUsd', 'published']

/** Whether a title would differ; each cell that would is noted. */
function noteChanges({ stored, edit }: Planned, preview: Preview): boolean {
  const current = editOf(stored)
  const changes = COLUMNS.flatMap((column) => {
    const [before, after] = [textOfCell(column, current), textOfCell(column, edit)]
    return before === after ? [] : [{ id: stored.id, name: labelOf(stored), column, before, after }]
  })
  preview.changes.push(...changes)
  return changes.length > 0
}

async function write({ db, media, now }: TitleContext, staff: StaffCaller, planned: Planned[]): Promise<number> {
  const own = { db, media, now: now() }
  const titles = planned.map(({ stored, edit }) => ({
    row: rowOfEdit(stored, edit),
    shown: { status: stored.status, withheld: stateOf(stored) === 'removed' ? ('hidden' as const) : stored.withheld },
  }))
  const { after } = await saveTitles(own, titles)
  for (const title of after.values()) await drawCoverOf(own, title)
  const keys = planned.map(({ stored }) => stored.key)
  const target = keys.length === 1 ? (keys[0] ?? '') : `${keys.length} titles`
  const changes = planned.map(
    ({ stored }) => [stored.key, priceChanges(stored, after.get(stored.key) ?? stored)] as const,
  )
  const prices = Object.fromEntries(changes.filter(([, changed]) => changed.priceInr ?? changed.priceUsd))
  await noteAction(db, own.now, 'change titles', target, { keys, prices }, staff.name)
  return rememberChange(db, own.now, {
    staff,
    area: 'titles',
    action: 'change titles',
    target,
    label: firstNames(planned.map(({ stored }) => labelOf(stored))),
    before: Object.fromEntries(planned.map(({ stored }) => [stored.key, rememberedOf(stored)])),
    after: Object.fromEntries([...after].map(([key, title]) => [key, rememberedOf(title)])),
  })
}

const firstNames = (names: string[]): string => names.slice(0, 3).join(', ') + (names.length > 3 ? ' …' : '')
