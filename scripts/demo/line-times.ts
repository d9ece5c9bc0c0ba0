/**
 * Finds at which second each sentence of the demo is spoken, and writes src/demo/files/line-times.json. Run it after
 * audio.ts; it needs the same engines in the same versions. The sound is not listened to: the engines speak the same text
 * again from each sentence on, and what that lacks is the time before the sentence. A recording whose length is another one
 * than the speech that was made again is reported.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoFolder, demoStories } from '../../src/demo/catalog.ts'
import type { Story } from '../../src/demo/story.ts'
import { recordedTexts, type RecordedText } from '../../src/demo/recorded-texts.ts'
import { DRONE_SECONDS, PAD, run, runsOf, SOX, speak, TRIM, type Run } from './speech.ts'

type Line = { from: number; text: string }

const work = await mkdtemp(join(tmpdir(), 'demo-times-'))
let count = 0
const queue = demoStories.flatMap((story) => recordedTexts(story).map((recorded) => ({ story, recorded })))
const times: Record<string, number[]> = {}
await Promise.all(Array.from({ length: availableParallelism() }, drain))
await rm(work, { recursive: true })
const sorted = Object.fromEntries(Object.entries(times).toSorted(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(join(fileURLToPath(demoFolder), 'line-times.json'), `${JSON.stringify(sorted)}\n`)

async function drain() {
  for (let next = queue.shift(); next; next = queue.shift())
    times[next.recorded.path] = await timesOf(next.story, next.recorded)
}

/** Milliseconds at which each line begins, and at which the last one ends. */
async function timesOf(story: Story, { path, spoken, lines }: RecordedText): Promise<number[]> {
  const placed = placesOf(spoken, lines)
  const starts = new Map<number, number>()
  let at = DRONE_SECONDS
  for (const piece of runsOf(spoken)) {
    const { whole, lead, trimmed } = await measured(story, piece)
    const end = piece.from + piece.text.length
    for (const line of placed.filter(({ from }) => from >= piece.from && from < end)) {
      const rest = piece.text.slice(line.from - piece.from)
      const left =
        line.from === firstLetter(piece) ? whole : await secondsOf(await spokenTo(story, { ...piece, text: rest }))
      starts.set(line.from, at + PAD.before + Math.max(0, whole - left - lead))
    }
    at += PAD.before + trimmed + PAD.after
  }
  const found = await secondsOf(join(fileURLToPath(demoFolder), 'audio', `${path}.mp3`))
  if (Math.abs(found - at - DRONE_SECONDS) > 0.3)
    console.log(`${path}: ${found.toFixed(2)} s of sound, ${(at + DRONE_SECONDS).toFixed(2)} s expected`)
  const known = placed.map(({ from }) => starts.get(from) ?? at)
  return [...known, at].map((seconds) => Math.round(seconds * 1000))
}

function firstLetter({ from, text }: Run): number {
  return from + text.search(/\S/)
}

function placesOf(spoken: string, lines: readonly string[]): Line[] {
  let at = 0
  return lines.map((text) => {
    const from = spoken.indexOf(text, at)
    if (from < 0) throw new Error(`not spoken: ${text}`)
    at = from + text.length
    return { from, text }
  })
}

async function spokenTo(story: Story, piece: Pick<Run, 'language' | 'text'>): Promise<string> {
  const wav = join(work, `${(count += 1)}.wav`)
  await speak(piece, story, wav)
  return wav
}

/** Of a run: as the engine made it, the silence before it, and what is left without the silence around it. */
async function measured(story: Story, piece: Run) {
  const wav = await spokenTo(story, piece)
  await run('sox', [...SOX, wav, `${wav}.front.wav`, ...TRIM])
  await run('sox', [...SOX, wav, `${wav}.both.wav`, ...TRIM, 'reverse', ...TRIM, 'reverse'])
  const [whole, front, trimmed] = [
    await secondsOf(wav),
    await secondsOf(`${wav}.front.wav`),
    await secondsOf(`${wav}.both.wav`),
  ]
  return { whole, lead: whole - front, trimmed }
}

async function secondsOf(file: string): Promise<number> {
  if (file.endsWith('.wav')) return Number((await run('soxi', ['-D', file])).stdout)
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file])
  return Number(stdout)
}
