import { atom, computed } from 'nanostores'
import { changedByOther, mergeTitles, type FieldConflict } from '#contract/desk/titles/merge-title.ts'
import {
  CHOICE_LISTS,
  deskAddChoice,
  deskChangeState,
  deskChoices,
  deskSaveTitle,
  deskTitle,
  type ChoiceList,
} from '#contract/desk/titles/titles.ts'
import type { StateChange, TitleEdit, TrackEdit } from '#contract/desk/titles/title-edit.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { deskCall, undoChange } from '../call.ts'
import { createLoadable } from '../loadable.ts'
import { isSame, rebase } from '../../rebase.ts'
import { draftOf, dropDraft, keepDraft, type TitleDraft } from './drafts.ts'

export type Editing = ReplyOf<typeof deskTitle>
export type Choice = ReplyOf<typeof deskChoices>['choices'][number]
type Saving =
  | { state: 'still' | 'busy' | 'saved' }
  /** `stored`: the line is dead; the edit is kept in the browser and sent when it is back. */
  | { state: 'failed' | 'stored'; fault: string }

const loaded = createLoadable((signal, id: number) => deskCall(deskTitle, { id }, signal))
export const $loaded = loaded.$loadable
export const $edit = atom<TitleEdit | undefined>(undefined)
export const $fields = atom<Record<string, string>>({})
export const $saving = atom<Saving>({ state: 'still' })
/** A change of the state is on its way: a second one, or a save, would be refused as one of somebody else. */
export const $isChanging = atom(false)
/** What somebody else saved meanwhile, and the state of the shop. */
export const $conflict = atom<{ changes: FieldConflict[]; theirs: Editing } | undefined>(undefined)
/** Of an earlier visit. */
export const $offered = atom<TitleDraft | undefined>(undefined)
/** Names of the keys in the title, by list and key: a series may have the key of a person. */
export const $known = atom<Record<string, Choice>>({})
export const knownAs = (of: ChoiceList, key: string): string => `${of} ${key}`
const current = (): Editing | undefined => {
  const now = $loaded.get()
  return now.state === 'ready' ? now.value : undefined
}
export const $isDirty = computed([$loaded, $edit], (now, edit) =>
  Boolean(now.state === 'ready' && edit && !isSame(edit, now.value.title)),
)

export async function openTitle(id: number): Promise<void> {
  await loaded.load(id)
  const editing = current()
  if (!editing) return
  takeUp(editing)
  const draft = draftOf(id)
  if (!draft) return
  if (isSame(draft.title, editing.title)) dropDraft(id)
  else $offered.set(draft)
}

function takeUp(editing: Editing): void {
  const choices = CHOICE_LISTS.flatMap((of) => editing[of].map((choice) => [knownAs(of, choice.key), choice] as const))
  $known.set({ ...$known.get(), ...Object.fromEntries(choices) })
  $edit.set(editing.title)
  $fields.set({})
}

export function changeTitle(change: Partial<TitleEdit>): void {
  const [edit, editing] = [$edit.get(), current()]
  if (!edit || !editing) return
  const title = { ...edit, ...change }
  $edit.set(title)
  const forgiven = Object.entries($fields.get()).filter(([field]) => !isOf(field, change))
  if (forgiven.length < Object.keys($fields.get()).length) $fields.set(Object.fromEntries(forgiven))
  if ($saving.get().state === 'saved') $saving.set({ state: 'still' })
  const { id, version } = editing
  keepDraft({ id, version, title, base: editing.title, at: new Date().toISOString() })
}

const PEOPLE = ['authors', 'directors', 'artists']
/** `people` stands for all three lists. */
function isOf(field: string, change: Partial<TitleEdit>): boolean {
  const [name = ''] = field.split('.')
  return name in change || (name === 'people' && PEOPLE.some((one) => one in change))
}

/** Of what another part has read meanwhile. */
export function changeTracks(change: (tracks: TrackEdit[]) => TrackEdit[]): void {
  const edit = $edit.get()
  if (edit) changeTitle({ tracks: change(edit.tracks) })
}

/** The kept edit of an earlier visit: merged into what the shop has now, or thrown away. */
export function answerDraft(isWanted: boolean): void {
  const [draft, editing] = [$offered.get(), current()]
  $offered.set(undefined)
  if (!draft || !editing) return
  if (!isWanted) return dropDraft(draft.id)
  if (draft.version === editing.version) return changeTitle(draft.title)
  $edit.set(draft.title)
  showConflict(draft.base, draft.title, editing)
}

function showConflict(base: TitleEdit, mine: TitleEdit, theirs: Editing): void {
  const changes = changedByOther(base, mine, theirs.title)
  const shown = mergeTitles(base, mine, theirs.title, new Set(changes.map(({ field }) => field)))
  loaded.replace(() => theirs)
  takeUp(theirs)
  $edit.set(shown)
  $conflict.set({ changes, theirs })
  mergeBase = { base, mine, shown }
}
let mergeBase: { base: TitleEdit; mine: TitleEdit; shown: TitleEdit } | undefined

/** After the other's change was seen: of the fields that both changed, those of mine are kept. */
export function settleConflict(keepMine: ReadonlySet<string>): void {
  const conflict = $conflict.get()
  if (!conflict || !mergeBase) return
  $conflict.set(undefined)
  $saving.set({ state: 'still' })
  const { base, mine, shown } = mergeBase
  const settled = mergeTitles(base, mine, conflict.theirs.title, keepMine)
  changeTitle(rebase(shown, $edit.get() ?? shown, settled))
}

/** The state of the shop is what the form is compared with; what was typed after `sent` stays in it, unsaved and kept. */
function takeSaved(sent: TitleEdit, fresh: Editing): void {
  const now = $edit.get() ?? sent
  loaded.replace(() => fresh)
  takeUp(fresh)
  if (isSame(sent, now)) dropDraft(fresh.id)
  else changeTitle(rebase(sent, now, fresh.title))
}

/** Returns whether the server has everything. */
export const saveTitle = async (): Promise<boolean> => !$isChanging.get() && save()

async function save(): Promise<boolean> {
  const [editing, title] = [current(), $edit.get()]
  if (!editing || !title || $saving.get().state === 'busy') return false
  if (!$isDirty.get()) return true
  $saving.set({ state: 'busy' })
  const { id, version } = editing
  const result = await deskCall(deskSaveTitle, { id, version, title })
  if (!result.ok) return refused(editing, title, result)
  // What is typed from here on is kept again.
  if (isSame(title, $edit.get())) dropDraft(id)
  const saved = await deskCall(deskTitle, { id })
  takeSaved(title, saved.ok ? saved.value : { ...editing, version: result.value.version, title })
  $saving.set({ state: 'saved' })
  return true
}

type Refused = { fault: string; fields?: Record<string, string> }

async function refused(editing: Editing, mine: TitleEdit, { fault, fields = {} }: Refused): Promise<boolean> {
  $fields.set(fields)
  $saving.set({ state: fault === 'offline' ? 'stored' : 'failed', fault })
  if (fault !== 'changedMeanwhile') return false
  const theirs = await deskCall(deskTitle, { id: editing.id })
  if (theirs.ok) showConflict(editing.title, $edit.get() ?? mine, theirs.value)
  return false
}

/** The line is back: what waited is sent. */
export async function sendKept(): Promise<void> {
  if ($saving.get().state === 'stored') await saveTitle()
}

type Changed = { ok: true; value: ReplyOf<typeof deskChangeState> } | { ok: false; fault: string }

/** Publishes, schedules, hides or deletes; what is not saved is saved first. */
export async function changeState(change: StateChange, published?: string): Promise<Changed> {
  if ($isChanging.get()) return { ok: false, fault: 'busy' }
  $isChanging.set(true)
  return saveAndChange(change, published).finally(() => $isChanging.set(false))
}

async function saveAndChange(change: StateChange, published: string | undefined): Promise<Changed> {
  if (!(await save())) return { ok: false, fault: 'notSaved' }
  const editing = current()
  if (!editing) return { ok: false, fault: 'notFound' }
  const { id, version, title } = editing
  const result = await deskCall(deskChangeState, { id, version, change, ...(published && { published }) })
  if (!result.ok) return { ok: false, fault: result.fault }
  await loaded.load(id)
  const fresh = current()
  if (fresh) takeSaved(title, fresh)
  return { ok: true, value: result.value }
}

/** Takes a change of the state back; returns the fault. */
export async function undoState(id: number, change: number): Promise<string | undefined> {
  const fault = await undoChange(change)
  await openTitle(id)
  return fault
}

export async function findChoices(of: ChoiceList, q: string): Promise<Choice[]> {
  const result = await deskCall(deskChoices, { of, q })
  return result.ok ? result.value.choices : []
}

/** Returns the new person, category or series, or the fault. */
export async function addChoice(input: InputOf<typeof deskAddChoice>): Promise<Choice | string> {
  const result = await deskCall(deskAddChoice, input)
  if (result.ok) noteChoice(input.of, result.value.choice)
  return result.ok ? result.value.choice : result.fault
}

export function noteChoice(of: ChoiceList, choice: Choice): void {
  $known.set({ ...$known.get(), [knownAs(of, choice.key)]: choice })
}
