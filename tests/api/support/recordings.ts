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

/** Seconds of a quiet noise at 8 kHz. */
export function longWav(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * 16_000)
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(((at * 7_919) % 4_001) - 2_000, at)
  const head = Buffer.alloc(44)
  head.write('RIFF____WAVEfmt ', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, samples.length],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36, 'latin1')
  return Buffer.concat([head, samples])
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
