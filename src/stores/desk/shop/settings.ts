import type { InputOf } from '#contract/http/endpoint.ts'
import {
  deskFirmSave,
  deskLegalSave,
  deskLogoSave,
  deskLookSave,
  deskNameSave,
  deskSettings,
  type DeskSettings,
} from '#contract/desk/shop/settings.ts'
import { deskCall } from '../call.ts'
import { createLoadable } from '../loadable.ts'
import type { Failed } from './coupons.ts'
import { base64Of } from './files.ts'

const settings = createLoadable((signal) => deskCall(deskSettings, {}, signal))
export const $settings = settings.$loadable
export const loadSettings = settings.load
/** What is stored now; undefined when the server does not say. */
export async function freshSettings(): Promise<DeskSettings | undefined> {
  await loadSettings()
  const now = $settings.get()
  return now.state === 'ready' ? now.value : undefined
}

type Result = { ok: true; value: DeskSettings } | { ok: false; fault: string; fields?: Record<string, string> }

type Values = DeskSettings['values']
export type SavedPart = Failed | { saved: Values }

function taken(result: Result): SavedPart {
  if (!result.ok) return { fault: result.fault, fields: result.fields ?? {} }
  settings.replace(() => result.value)
  return { saved: result.value.values }
}

type Unversioned<Input> = Omit<Input, 'version'>

/** Each part is saved by itself, with the version that the form was filled with. They return what the server has, or why nothing was saved. */
export const saveName = async (value: Unversioned<InputOf<typeof deskNameSave>>, version: number) =>
  taken(await deskCall(deskNameSave, { ...value, version: String(version) }))
export const saveFirm = async (firm: InputOf<typeof deskFirmSave>['firm'], version: number) =>
  taken(await deskCall(deskFirmSave, { firm, version: String(version) }))
export const saveLook = async (value: Unversioned<InputOf<typeof deskLookSave>>, version: number) =>
  taken(await deskCall(deskLookSave, { ...value, version: String(version) }))
export const saveLegal = async (value: Unversioned<InputOf<typeof deskLegalSave>>, version: number) =>
  taken(await deskCall(deskLegalSave, { ...value, version: String(version) }))
/** Without a file: the logo of the program again. */
export const saveLogo = async (file: File | undefined, version: number) =>
  taken(await deskCall(deskLogoSave, { content: file ? await base64Of(file) : '', version: String(version) }))
