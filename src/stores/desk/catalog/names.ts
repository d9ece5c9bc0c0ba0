import {
  deskName,
  deskNames,
  deskSaveName,
  type EditedName,
  type ListedName,
  type NameFilter,
  type NameKind,
} from '#contract/desk/names.ts'
import { deskCall } from '../call.ts'
import { createList } from '../list.ts'

const listOf = (of: NameKind) =>
  createList<ListedName, NameFilter>('all', (query, signal) => deskCall(deskNames, { ...query, of }, signal))

export const nameLists = { person: listOf('person'), category: listOf('category') }

type Result = { ok: true; name: EditedName } | { ok: false; fault: string; fields?: Record<string, string> }

export async function readName(of: NameKind, key: string): Promise<Result> {
  const result = await deskCall(deskName, { of, key })
  return result.ok ? { ok: true, name: result.value.name } : result
}

export async function saveName(of: NameKind, { photo_address: _shown, ...name }: EditedName): Promise<Result> {
  const result = await deskCall(deskSaveName, { of, ...name })
  if (!result.ok) return result
  await nameLists[of].load()
  return { ok: true, name: result.value.name }
}
