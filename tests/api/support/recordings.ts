import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Half a second of a tone in every kind, and a picture without sound; made for these tests. */
export const recording = (name: string): Buffer => readFileSync(new URL(`recordings/${name}`, import.meta.url))

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const FRAME = recording('tone.mp3')

/** A real mp3 of exactly so many bytes: the tone again and again. */
export function longTone(bytes: number): Buffer {
  const frames = FRAME.subarray(startOfSound(FRAME))
  return Buffer.concat([FRAME, ...Array.from({ length: Math.ceil(bytes / frames.length) }, () => frames)]).subarray(
    0,
    bytes,
  )
}

function startOfSound(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return 0
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + (bytes[at] ?? 0), 0)
}

export const FORM = {
  first_name: 'Asha',
  last_name: 'कुलकर्णी',
  mobile: '+91 98765 43210',
  email: 'asha@example.test',
  city: 'पुणे',
  country: 'IN',
  birth_date: '२१/११/१९९०',
  project_name: 'Panchatantra 2',
  is_recording_setup: 'yes',
  is_professional: 'no',
  gender: '2',
  terms: 'yes',
}
