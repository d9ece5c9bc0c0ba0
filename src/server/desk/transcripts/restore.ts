import type { Cue } from '#contract/transcripts/transcripts.ts'
import type { Locale } from '#contract/text/locale.ts'
import type { Db } from '../../db/connect.ts'
import { cuesOf, findText, removeText, saveText, type StoredText } from '../../transcripts/store-transcripts.ts'
import type { Restorer } from '../history/restorer.ts'
import { setAccess, shiftCues, spliceCues } from './edit-text.ts'
import { recordingsOf } from './recordings.ts'

/** What is compared before a change is taken back; null: there is no text. */
type TextState = { digest: string; isPublic: boolean; openFrom: number | null; openTo: number | null } | null
/** How a change is taken back. `whole` without a text removes it. */
export type Undo =
  | { kind: 'whole'; text: { cues: Cue[]; isTimed: boolean } | null }
  | { kind: 'lines'; from: number; count: number; cues: Cue[] }
  | { kind: 'shift'; from: number; milliseconds: number }
  | { kind: 'access' }
type Before = { state: TextState; undo: Undo }
/** `title`, `key` of the recording and language: ids of rows may be others after an import. */
type Target = { product: number; key: string; locale: Locale }

export const stateOf = (text: StoredText | undefined): TextState =>
  text ? { digest: text.digest, isPublic: text.is_public, openFrom: text.open_from, openTo: text.open_to } : null

export const targetOf = ({ product, key, locale }: Target): string => `${product} ${locale} ${key}`

async function find(db: Db, target: string) {
  const [, product = '0', locale = '', key = ''] = /^(\d+) (en|mr) (.*)$/.exec(target) ?? []
  const productId = Number(product)
  const recording = (await recordingsOf(db, productId)).find((one) => one.key === key)
  if (!recording || (locale !== 'en' && locale !== 'mr')) return undefined
  const { track_id: trackId, sample } = recording
  const of = trackId === null ? { productId, sample: sample ?? 0 } : { productId, trackId }
  return { of, locale, text: await findText(db, of, locale) } as const
}

export async function wholeUndo(db: Db, text: StoredText | undefined): Promise<Undo> {
  return { kind: 'whole', text: text ? { cues: await cuesOf(db, text.id), isTimed: text.is_timed } : null }
}

export const transcriptRestorer: Restorer = {
  roles: ['editor'],
  async read({ db }, { target }) {
    return stateOf((await find(db, target))?.text)
  },
  async write({ db, now }, { target, before }) {
    const found = await find(db, target)
    if (!found) throw new Error(`the recording of ${target} is gone`)
    const { state, undo } = before as Before
    const { of, locale, text } = found
    if (undo.kind === 'whole' && undo.text) await saveText(db, of, locale, undo.text)
    if (undo.kind === 'whole' && !undo.text && text) await removeText(db, text.id)
    if (undo.kind === 'lines' && text) await spliceCues(db, text.id, undo.from, undo.count, undo.cues)
    if (undo.kind === 'shift' && text) await shiftCues(db, text.id, undo.from, undo.milliseconds)
    const after = await findText(db, of, locale)
    if (after && state) await setAccess(db, after.id, state)
    await db.query('update catalog_version set revision = revision + 1, updated_at = $1', [now()])
  },
}
