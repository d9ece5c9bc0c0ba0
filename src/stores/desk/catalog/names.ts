import {
  deskName,
  deskNames,
  deskSaveName,
  type EditedName,
  type ListedName,
  type NameFilter,
  type NameKind,
} from '#contract/desk/catalog/names.ts'
import { deskCall, undoChange } from '../call.ts'
import { createList } from '../list.ts'

const listOf = (of: NameKind) =>
  createList<ListedName, NameFilter>('all', (query, signal) => deskCall(deskNames, { ...query, of }, signal))

export const nameLists = { person: listOf('person'), category: listOf('category'), series: listOf('series') }

type Failed = { ok: false; fault: string; fields?: Record<string, string> }
type Result = { ok: true; name: EditedName } | Failed
/** `theirs`: what somebody else saved meanwhile. */
type Saved = { ok: true; name: EditedName; change: number | null } | (Failed & { theirs?: EditedName | undefined })

export async function readName(of: NameKind, key: string): Promise<Result> {
  const result = await deskCall(deskName, { of, key })
  return result.ok ? { ok: true, name: result.value.name } : result
}

export async function saveName(of: NameKind, { photo_address: _shown, ...name }: EditedName): Promise<Saved> {
  const result = await deskCall(deskSaveName, { of, ...name })
  if (!result.ok) {
    const read = result.fault === 'changedMeanwhile' ? await readName(of, name.key) : undefined
    return { ...result, theirs: read?.ok ? read.name : undefined }
  }
  await nameLists[of].load()
  const { name: saved, change } = result.value
  return { ok: true, name: saved, change }
}

/** Takes a saved name back; returns the fault. */
export async function undoName(of: NameKind, change: number): Promise<string | undefined> {
  const fault = await undoChange(change)
  await nameLists[of].load()
  return fault
}
