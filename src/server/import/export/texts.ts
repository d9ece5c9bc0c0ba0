import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TextFiles } from '#contract/import/import.ts'
import type { Db } from '../../db/connect.ts'
import { cuesJson, vttOf } from '../../transcripts/formats/write-text.ts'
import { cuesOf } from '../../transcripts/store-transcripts.ts'
import type { StoredRecordedText } from '../recorded-texts/write-texts.ts'
import type { StoredTitle } from '../stored/titles.ts'

type ExportedTexts = {
  /** Columns of a track. */
  ofTrack(key: string): { textEn?: string; textMr?: string; isTextPublic?: true }
  /** Of the samples in their order; undefined without a text. */
  sampleTexts: TextFiles[] | undefined
}

/** Writes the texts of a title as files below `texts/`: WebVTT, or JSON when they have no times. */
export async function exportTexts(
  db: Db,
  { key, texts, samples }: StoredTitle,
  folder: string,
): Promise<ExportedTexts> {
  const paths = new Map<StoredRecordedText, string>()
  for (const text of texts) {
    const name = text.track ?? `samples/${flat(key)}-${text.sample}`
    const path = `texts/${text.track === null ? name : flat(name)}.${text.locale}.${text.is_timed ? 'vtt' : 'json'}`
    const cues = await cuesOf(db, text.id)
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text.is_timed ? vttOf(cues) : cuesJson(cues))
    paths.set(text, path)
  }
  const filesOf = (some: readonly StoredRecordedText[]): TextFiles =>
    Object.fromEntries(some.map((text) => [text.locale, paths.get(text) ?? '']))
  const ofSamples = samples.map(({ position }) => filesOf(texts.filter(({ sample }) => sample === position)))
  return {
    ofTrack: (ofTrack) => {
      const own = texts.filter(({ track }) => track === ofTrack)
      const { en, mr } = filesOf(own)
      const isPublic = own.length > 0 && own.every((text) => text.is_public)
      return { ...(en && { textEn: en }), ...(mr && { textMr: mr }), ...(isPublic && { isTextPublic: true }) }
    },
    sampleTexts: ofSamples.some((files) => Object.keys(files).length > 0) ? ofSamples : undefined,
  }
}

/** Keys have slashes and no underscores. */
const flat = (key: string) => key.replaceAll('/', '_')

export const NO_TEXTS: ExportedTexts = { ofTrack: () => ({}), sampleTexts: undefined }
