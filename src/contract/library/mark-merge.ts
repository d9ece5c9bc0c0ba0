import { DAY_MS } from '../time/day.ts'
import { MAX_VERSIONS, type Mark, type MarkChange } from './marks.ts'

/** What the server has of a mark. `versions`: those that it has seen, the present one first. */
export type StoredMark = Omit<Mark, 'version'> & { is_deleted: boolean; versions: string[] }

/** No change waits longer in a browser; an older time comes from a wrong clock. */
const MAX_AGE_MS = 366 * DAY_MS

/** When a change was made by the clock of the server: only its age is believed, and never the future. */
export function momentOf(changedAt: number, sentAt: number, now: number): number {
  return now - Math.min(MAX_AGE_MS, Math.max(0, sentAt - changedAt))
}

const seen = (versions: readonly string[]): string[] => [...new Set(versions)].slice(0, MAX_VERSIONS)

/**
 * A mark after a change; the same object when nothing changes. A version that was seen counts once, whatever the clocks say. A
 * change of what the server has wins; of two that did not know of each other, the newer one does. A deletion is a change too.
 */
export function takeChange(stored: StoredMark | undefined, change: MarkChange, moment: number): StoredMark {
  const { id, seconds, until, version, based_on: before, is_deleted: isDeleted } = change
  // Of a deleted mark nothing is known but that it is.
  const note = isDeleted ? '' : change.note
  const content = { id, seconds, until: until !== null && until > seconds ? until : null, note, is_deleted: isDeleted }
  const { product_id, track_id } = stored ?? change
  const changed = { ...content, product_id, track_id }
  if (!stored) return { ...changed, changed_at: moment, versions: seen([version, ...before]) }
  if (stored.versions.includes(version)) return stored
  const [present = ''] = stored.versions
  const isOnTop = before.includes(present)
  if (!isOnTop && moment <= stored.changed_at)
    return { ...stored, versions: seen([...stored.versions, version, ...before]) }
  const changedAt = isOnTop ? Math.max(moment, stored.changed_at + 1) : moment
  return { ...changed, changed_at: changedAt, versions: seen([version, ...before, ...stored.versions]) }
}
