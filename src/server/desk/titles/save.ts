import type { AuditAction } from '#contract/desk/staff/audit-actions.ts'
import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { StaffCaller } from '../../http/staff.ts'
import type { StoredTitle } from '../../import/stored/titles.ts'
import { saveTitles, storedTitlesOf } from '../../import/titles/save-titles.ts'
import { dayInIndia } from '#contract/time/day.ts'
import type { Failure } from '../../runtime/failure.ts'
import { inCatalog, isNewer } from '../in-catalog.ts'
import { rememberChange } from '../history/remember.ts'
import { faultsOfEdit } from './check-edit.ts'
import { drawCoverOf } from './drawn-cover.ts'
import { rowOfEdit } from './edit-row.ts'
import { labelOf, priceChanges, rememberedOf, stateOf, versionOf } from './title-state.ts'

export type TitleContext = Pick<AppContext, 'db' | 'media' | 'now'>
type Save = InputOf<typeof endpoints.deskSaveTitle>
type Refusal = Failure<'notFound' | 'changedMeanwhile' | 'inTrash' | 'badInput'>
type Saved = { version: string; change: number | null; warnings: string[] }

export async function storedTitle(db: Db, id: number): Promise<StoredTitle | undefined> {
  const [row] = await db.query<{ key: string }>('select key from products where id = $1', [id])
  return row && (await storedTitlesOf(db, [row.key])).get(row.key)
}

/** Saves what an editor changed. The second of two editors is refused and sees the change of the first. */
export async function saveTitle(
  context: TitleContext,
  staff: StaffCaller,
  { id, version, title }: Save,
): Promise<Saved | Refusal> {
  return inCatalog<Saved | Refusal>(
    context,
    async (inner) => {
      const before = await storedTitle(inner, id)
      if (!before) return { fault: 'notFound' }
      if (stateOf(before) === 'trash') return { fault: 'inTrash' }
      if (versionOf([before]) !== version) return { fault: 'changedMeanwhile' }
      const fields = await faultsOfEdit(inner, before, title, dayInIndia(context.now()))
      if (fields) return { fault: 'badInput', fields }
      const own = { db: inner, media: context.media, now: context.now() }
      const shown = shownAfter(before, title.published, own.now)
      const { faults, after } = await saveTitles(own, [{ row: rowOfEdit(before, title), shown }])
      const saved = after.get(before.key)
      if (!saved) throw new Error(`the title ${before.key} is gone`)
      await drawCoverOf(own, saved)
      const warnings = [...new Set(faults.map(({ reason }) => reason))]
      const next = versionOf([saved])
      if (next === version) return { version, change: null, warnings }
      return { version: next, change: await remember(inner, own.now, staff, 'save title', before, saved), warnings }
    },
    isNewer(version),
  )
}

/** A scheduled title follows its day; what a save must not do is publish. */
function shownAfter(before: StoredTitle, published: string, now: Date): Pick<StoredTitle, 'status' | 'withheld'> {
  const { status, withheld } = before
  // What an import removed stays out of the shop, also for the next import.
  if (stateOf(before) === 'removed') return { status, withheld: 'hidden' }
  if (withheld === 'scheduled' && published <= dayInIndia(now)) return { status: 'published', withheld: null }
  return { status, withheld }
}

/** In the audit log and in the history. */
export async function remember(
  inner: Db,
  now: Date,
  staff: StaffCaller,
  action: AuditAction,
  before: StoredTitle | undefined,
  after: StoredTitle,
): Promise<number> {
  await noteAction(inner, now, action, after.key, priceChanges(before, after), staff.name)
  return rememberChange(inner, now, {
    staff,
    area: 'titles',
    action,
    target: after.key,
    label: labelOf(after),
    before: { [after.key]: before ? rememberedOf(before) : null },
    after: { [after.key]: rememberedOf(after) },
  })
}
