import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SoundFault } from '#contract/listening/audio.ts'
import { VOICE_MAX_SECONDS } from '#contract/gifts/gift-wrapping.ts'
import { encodeMp3 } from '../../audio/ffmpeg.ts'
import { prepareRecording } from '../../audio/prepare-recording.ts'
import { scanMp3 } from '../../runtime/mp3/scan.ts'

export type VoiceFault = 'fileType' | 'voiceLong' | 'voiceShort' | 'onlyMp3'
/** `file`: its name in the folder. */
export type PreparedVoice = { file: string; bytes: number; seconds: number } | { fault: VoiceFault }

/** A recorder ends some frames late. */
const TOLERANCE = 0.6
const LEAST_SECONDS = 0.5
/** An mp3 that is right as it is. */
const AS_SENT = 'voice.mp3'
const LIMITS = { cpuSeconds: 20, silentMs: 20_000 }

/**
 * Makes a light mp3 at the level of the shop. Without ffmpeg the voice has to be an mp3 already, and becomes as loud as its peaks
 * allow.
 */
export async function prepareVoice(sent: string, folder: string): Promise<PreparedVoice | SoundFault> {
  const decoded = join(folder, 'decoded.mp3')
  // A little more than is allowed, so that what is too long shows itself.
  const encoding = { kilobits: 64, isMono: true, seconds: VOICE_MAX_SECONDS + 5 }
  const fault = await encodeMp3(sent, decoded, encoding, LIMITS)
  if (fault === 'noFfmpeg') return levelled(sent, folder, 'onlyMp3')
  if (fault === 'diskFull' || fault === 'killed') return fault
  return fault ? { fault: 'fileType' } : levelled(decoded, folder, 'fileType')
}

async function levelled(file: string, folder: string, otherwise: VoiceFault): Promise<PreparedVoice | SoundFault> {
  const scanned = await scanMp3(file)
  if (typeof scanned === 'string') return { fault: otherwise }
  if (scanned.seconds > VOICE_MAX_SECONDS + TOLERANCE) return { fault: 'voiceLong' }
  if (scanned.seconds < LEAST_SECONDS) return { fault: 'voiceShort' }
  const prepared = await prepareRecording(file, { folder, limits: LIMITS })
  if (prepared === 'diskFull' || prepared === 'killed') return prepared
  if (typeof prepared === 'string') return { fault: otherwise }
  const name = prepared.light ?? prepared.full ?? AS_SENT
  if (name === AS_SENT) await rename(file, join(folder, AS_SENT))
  return { file: name, bytes: (await stat(join(folder, name))).size, seconds: scanned.seconds }
}
