/**
 * Records the texts of the demo catalog with speech synthesis into src/demo/files/audio/. Run it after changing a spoken
 * text and deleting the folder of that title (existing files are not replaced), or with title keys to replace those.
 * Needs the Debian packages espeak-ng, festival, festvox-us-slt-hts, flite, sox and ffmpeg.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoFolder, demoStories } from '../../src/demo/catalog.ts'
import { people } from '../../src/demo/people.ts'
import { trackNumber, type Story } from '../../src/demo/story.ts'
import { DRONE_SECONDS, PAD, RATE, run, runsOf, SOX, speak, TRIM } from './speech.ts'

type Clip = { story: Story; file: string; title: string; track: number; text: string }

const audioFolder = join(fileURLToPath(demoFolder), 'audio')
const only = process.argv.slice(2)

const clips = demoStories
  .filter((story) => only.length === 0 || only.includes(story.key))
  .flatMap(clipsOf)
  .filter((clip) => only.length > 0 || !existsSync(clip.file))
const work = await mkdtemp(join(tmpdir(), 'demo-audio-'))
const drone = join(work, 'drone.wav')
await makeDrone()
const queue = clips.map((clip, index) => ({ clip, index }))
await Promise.all(Array.from({ length: availableParallelism() }, drain))
await rm(work, { recursive: true })
console.log(`${clips.length} files made, ${Math.round((await totalBytes()) / 1000)} kB in all`)

async function drain() {
  for (let next = queue.shift(); next; next = queue.shift()) await makeClip(next.clip, join(work, String(next.index)))
}

function clipsOf(story: Story): Clip[] {
  const folder = join(audioFolder, story.key)
  const name = (part: { en?: string; mr?: string }) => part[story.spoken] ?? part.en ?? part.mr ?? ''
  const sample = story.spoken === 'mr' ? 'नमुना' : 'Sample'
  return [
    { story, file: join(folder, 'sample.mp3'), title: sample, track: 0, text: `${wordsOf(story)}. ${story.opening}` },
    ...story.parts.map((part, index) => ({
      story,
      file: join(folder, `${trackNumber(index)}.mp3`),
      title: name(part),
      track: index + 1,
      text: part.text,
    })),
  ]
}

async function makeClip(clip: Clip, base: string) {
  const spoken: string[] = []
  for (const [index, piece] of runsOf(clip.text).entries()) {
    const wav = `${base}-${index}.wav`
    await speak(piece, clip.story, wav)
    // Engines use 16, 22 or 32 kHz; a fixed pause replaces the silence around a run.
    await run('sox', [
      ...SOX,
      wav,
      '-b',
      '16',
      '-r',
      String(RATE),
      '-c',
      '1',
      `${base}-${index}-even.wav`,
      ...TRIM,
      'reverse',
      ...TRIM,
      'reverse',
      'pad',
      String(PAD.before),
      String(PAD.after),
    ])
    spoken.push(`${base}-${index}-even.wav`)
  }
  await run('sox', [...SOX, ...spoken, `${base}-all.wav`])
  await mkdir(join(clip.file, '..'), { recursive: true })
  await master(clip, `${base}-all.wav`)
}

/** Constant bit rate without an info frame, so that every browser computes duration and seek positions exactly. */
async function master({ story, file, title, track }: Clip, speech: string) {
  const clean = 'highpass=f=75,lowpass=f=8000,aecho=0.9:0.9:28|47:0.07|0.05,loudnorm=I=-18:TP=-2:LRA=9'
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    drone,
    '-i',
    speech,
    '-i',
    drone,
    '-filter_complex',
    `[1]${clean},aresample=${RATE}[s];[0][s][2]concat=n=3:v=0:a=1`,
    '-ac',
    '1',
    '-ar',
    String(RATE),
    '-c:a',
    'libmp3lame',
    '-b:a',
    '24k',
    '-write_xing',
    '0',
    '-id3v2_version',
    '3',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    ...tag('title', title),
    ...tag('album', wordsOf(story)),
    ...tag('artist', speaker(story)),
    ...tag('track', String(track)),
    ...tag('comment', 'demo voice (computer speech)'),
    file,
  ])
}

function tag(name: string, value: string): string[] {
  return ['-metadata', `${name}=${value}`]
}

function wordsOf(story: Story): string {
  return (story[story.spoken] ?? story.en ?? story.mr)?.name ?? story.key
}

function speaker(story: Story): string {
  const key = story.artists?.[0] ?? story.authors[0]
  return people.find((person) => person.key === key)?.translations[story.spoken]?.name ?? ''
}

/** Two soft seconds of a tanpura-like Pa Sa Sa Sa for the start and end of a recording. */
async function makeDrone() {
  const pluck = (note: string, delay: string) =>
    `|sox ${SOX.join(' ')} -n -r ${RATE} -b 16 -p synth ${DRONE_SECONDS} pluck ${note} pad ${delay} trim 0 ${DRONE_SECONDS}`
  await run('sox', [
    ...SOX,
    '-m',
    pluck('G3', '0'),
    pluck('C4', '0.4'),
    pluck('C4', '0.8'),
    pluck('C3', '1.2'),
    '-r',
    String(RATE),
    '-b',
    '16',
    '-c',
    '1',
    drone,
    'norm',
    '-14',
    'lowpass',
    '2500',
    'fade',
    't',
    '0.05',
    '2',
    '0.5',
  ])
}

async function totalBytes(): Promise<number> {
  const existing = demoStories.flatMap(clipsOf).filter((clip) => existsSync(clip.file))
  const sizes = await Promise.all(existing.map(async (clip) => (await stat(clip.file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
