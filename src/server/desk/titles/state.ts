import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf } from '#contract/http/endpoint.ts'
import type { StateChange, TitleState } from '#contract/desk/titles/title-edit.ts'
import type { Db } from '../../db/connect.ts'
import type { StaffCaller } from '../../http/staff.ts'
import { rowOfTitle, type StoredTitle } from '../../import/stored/titles.ts'
import { saveTitles } from '../../import/titles/save-titles.ts'
import { dayInIndia } from '#contract/time/day.ts'
import { IS_DATED_BY_DRAFT, ownersOf } from '../../operations/manage-titles.ts'
import type { Failure } from '../../runtime/failure.ts'
import { drawCoverOf } from './drawn-cover.ts'
import { inCatalog } from '../in-catalog.ts'
import { remember, storedTitle, type TitleContext } from './save.ts'
import { hasRecording, stateOf, versionOf } from './title-state.ts'

type Input = InputOf<typeof endpoints.deskChangeState>
type Refusal = Failure<'notFound' | 'changedMeanwhile' | 'inTrash' | 'notFuture' | 'noRecording'>
type Changed = { version: string; state: TitleState; owners: number; change: number }
type Shown = Pick<StoredTitle, 'status' | 'withheld' | 'published'>

/** Publishes, schedules, hides or deletes a title, or takes it out of the trash. Who owns it keeps it whatever happens. */
export function changeState(
  context: TitleContext,
  staff: StaffCaller,
  { id, version, change, published }: Input,
): Promise<Changed | Refusal> {
  return inCatalog<Changed | Refusal>(context, async (inner) => {
    const before = await storedTitle(inner, id)
    if (!before) return { fault: 'notFound' }
    if (versionOf([before]) !== version) return { fault: 'changedMeanwhile' }
    if (stateOf(before) === 'trash' && change !== 'restore') return { fault: 'inTrash' }
    if (isPublishing(change, before) && !hasRecording(before)) return { fault: 'noRecording' }
    const today = dayInIndia(context.now())
    if (change === 'schedule' && !(published && published > today && !Number.isNaN(Date.parse(published))))
      return { fault: 'notFuture', fields: { published: 'notFuture' } }
    const { published: day, ...shown } = shownBy(change, await datedFor(inner, change, before, today), today, published)
    const own = { db: inner, media: context.media, now: context.now() }
    const { after } = await saveTitles(own, [{ row: { ...rowOfTitle(before), published: day }, shown }])
    const saved = after.get(before.key)
    if (!saved) throw new Error(`the title ${before.key} is gone`)
    await drawCoverOf(own, saved)
    return {
      version: versionOf([saved]),
      state: stateOf(saved),
      owners: await ownersOf(inner, before.key),
      change: await remember(inner, own.now, staff, `${change} title`, before, saved),
    }
  })
}

/** A draft is published under the day of its publication, unless an editor chose another day than the one on which it was begun. */
async function datedFor(inner: Db, change: StateChange, before: StoredTitle, today: string): Promise<StoredTitle> {
  if (change !== 'publish') return before
  const [begun] = await inner.query(`select 1 from products where id = $1 and ${IS_DATED_BY_DRAFT}`, [before.id])
  return begun ? { ...before, published: today } : before
}

/** A published title may have lost its recordings since: it stays as it is. */
const isPublishing = (change: StateChange, before: StoredTitle): boolean =>
  change === 'schedule' || (change === 'publish' && stateOf(before) !== 'shown')

function shownBy(change: StateChange, before: StoredTitle, today: string, day = ''): Shown {
  const published = change === 'schedule' ? day : before.published
  const unpublished = { status: 'unpublished' as const, published }
  if (change === 'schedule') return { ...unpublished, withheld: 'scheduled' }
  if (change === 'hide') return { ...unpublished, withheld: 'hidden' }
  if (change === 'trash') return { ...unpublished, withheld: 'trash' }
  // What comes out of the trash is looked at before it is shown again.
  if (change === 'restore') return { ...unpublished, withheld: 'draft' }
  return { status: 'published', withheld: null, published: published > today ? today : published }
}
