import { stat } from 'node:fs/promises'
import { forgetOrphan, noteOrphanedMedia } from '../../adapters/media/orphaned-media.ts'
import type { MediaStore } from '../../adapters/media/port.ts'
import type { Db } from '../../db/connect.ts'
import { nameOfFile, readWhole, scanMp3, waveformOf, type Measured, type Scanned } from '../../runtime/mp3/scan.ts'
import { cutAt, type Part } from './cut.ts'
import { createEncoder, originalPath, type EncodingWatch } from './encode.ts'
import { saveMediaFile, type MediaFile } from './media-rows.ts'

export type StoredAudio = {
  id: number
  path: string
  seconds: number
  waveform: number[] | null
  note?: Measured['note']
}
type Source = {
  db: Db
  media: MediaStore
  find: (path: string) => Promise<MediaFile | undefined>
  isWriting: boolean
  watch?: EncodingWatch | undefined
}
/** An mp3 that can be stored. `original`: the path of what it was encoded from. `source`: the publisher's file as it was read. */
type Sound = { file: string; scanned: Scanned; original?: string; source: Seen }
/** A file and how it looked. */
type Seen = { file: string; look: string }

const SAMPLE_LIMIT = 16 * 1024 * 1024
/** Reasons for which a file that is no mp3 is given to ffmpeg. */
const OTHER_FORMATS: ReadonlySet<string> = new Set(['mp4Audio', 'otherAudio', 'notMp3'])

/** Stores recordings as mp3: as they are, or encoded. A string result is the reason why a file was refused. */
export function createSoundFiles({ db, media, find, isWriting, watch }: Source) {
  const encoder = createEncoder({ isTrial: !isWriting, ...watch })
  /** Chapters of one file are cut one after the other: the file is scanned once. */
  let last: { file: string; sound: Sound } | undefined

  async function open(file: string): Promise<Sound | string> {
    if (last?.file === file) return last.sound
    const source = await seen(file)
    const scanned = await scanMp3(file)
    const sound = typeof scanned === 'string' ? await encoded(source, scanned) : { file, scanned, source }
    if (typeof sound !== 'string') last = { file, sound }
    return sound
  }

  /** `reason`: why the file is no mp3. It is the answer too when ffmpeg does not help. */
  async function encoded(source: Seen, reason: string): Promise<Sound | string> {
    const { file } = source
    if (!OTHER_FORMATS.has(reason)) return reason
    const name = await nameOfFile(file)
    if (typeof name !== 'string') return reason
    const result = await encoder.encode(file)
    if (result === 'noFfmpeg') return reason
    if (typeof result === 'string') return reason === 'notMp3' ? reason : result
    const scanned = await scanMp3(result.file)
    if (typeof scanned === 'string') return scanned
    const original = originalPath(file, name)
    if (isWriting && !(await putUnchanged(original, { file }, source))) return 'changedMeanwhile'
    return { file: result.file, scanned: { ...scanned, seconds: result.seconds ?? scanned.seconds }, original, source }
  }

  async function store(file: string): Promise<StoredAudio | string> {
    const sound = await open(file)
    return typeof sound === 'string' ? sound : storeSound(sound, { file: sound.file }, null)
  }

  async function storeSample(file: string): Promise<StoredAudio | string> {
    const sound = await open(file)
    if (typeof sound === 'string') return sound
    // A sample is decoded in memory.
    const bytes = await readWhole(sound.file, SAMPLE_LIMIT)
    return typeof bytes === 'string' ? bytes : storeSound(sound, bytes, () => waveformOf(bytes))
  }

  async function cut(file: string, part: Part): Promise<StoredAudio | string> {
    const sound = await open(file)
    if (typeof sound === 'string') return sound
    // A dry run has encoded the first seconds only.
    if (!isWriting && sound.original) return storeSound(trialOf(sound, part), { file: sound.file }, null)
    const range = cutAt(sound.scanned, part)
    if (!range) return 'emptyPart'
    const piece = await scanMp3(sound.file, range)
    if (typeof piece === 'string') return piece
    const bytes = await readWhole(sound.file, undefined, range)
    return typeof bytes === 'string' ? bytes : storeSound({ ...sound, scanned: piece }, bytes, null)
  }

  async function storeSound(
    { scanned: { name, bytes, seconds, note }, original, source }: Sound,
    content: Uint8Array | { file: string },
    makeWaveform: (() => Promise<number[]>) | null,
  ): Promise<StoredAudio | string> {
    const path = `audio/${name}.mp3`
    const existing = await find(path)
    const withAudioNote = note && { note }
    if (existing?.seconds === seconds && (existing.waveform || !makeWaveform) && (await media.stat(path)))
      return { ...existing, seconds, ...withAudioNote }
    const waveform = makeWaveform ? await makeWaveform() : null
    if (isWriting && !(await putUnchanged(path, content, source))) return 'changedMeanwhile'
    const saved = await saveMediaFile(db, {
      kind: 'audio',
      path,
      bytes,
      seconds,
      waveform,
      ...(original && { original }),
    })
    if (isWriting) await forgetOrphan(db, path)
    return {
      ...saved,
      seconds,
      waveform,
      ...withAudioNote,
    }
  }

  /** An object is named by its content: one whose file was written to meanwhile would have another's name. */
  async function putUnchanged(path: string, content: Uint8Array | { file: string }, source: Seen): Promise<boolean> {
    // Before the look: an older note would have the object removed before its row is written.
    await noteOrphanedMedia(db, path, new Date())
    const isStored = (await media.stat(path)) !== undefined
    if (!isStored) await media.put(path, content)
    if ((await seen(source.file)).look === source.look) return true
    if (!isStored) await media.remove(path)
    last = undefined
    return false
  }

  return { store, storeSample, cut, [Symbol.asyncDispose]: () => encoder[Symbol.asyncDispose]() }
}

/** A chapter of which only the length is known. */
function trialOf(sound: Sound, { from, to }: Part): Sound {
  const { scanned } = sound
  return {
    ...sound,
    scanned: { ...scanned, name: `${scanned.name}${Math.round(from)}`, seconds: (to ?? scanned.seconds) - from },
  }
}

async function seen(file: string): Promise<Seen> {
  const found = await stat(file).catch(() => undefined)
  return { file, look: found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '' }
}
