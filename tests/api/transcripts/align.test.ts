import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demoFolder, demoStories } from '#demo/catalog.ts'
import { recordedTexts } from '#demo/recorded-texts.ts'
import { alignSentences } from '../../../src/server/transcripts/align/align-sentences.ts'
import { alignTexts } from '../../../src/server/transcripts/align/align-texts.ts'
import { parseText } from '../../../src/server/transcripts/formats/parse-text.ts'
import { cuesOf } from '../../../src/server/transcripts/store-transcripts.ts'
import { untimed, withText } from '../support/transcripts.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()
const fileOf = (path: string) => new URL(path, demoFolder)

/** Seconds by which each sentence begins too early or too late. */
async function errorsOf(path: string): Promise<number[]> {
  const story = demoStories.find(({ key }) => path.startsWith(`${key}/`))
  const recorded = story && recordedTexts(story).find((one) => one.path === path)
  if (!recorded) throw new Error(`no recording ${path}`)
  const found = await alignSentences(fileOf(`audio/${path}.mp3`).pathname, recorded.lines, story.spoken)
  const known = parseText('a.vtt', readFileSync(fileOf(`texts/${path}.${story.spoken}.vtt`)), story.spoken)
  if (!Array.isArray(found) || 'fault' in known) throw new Error('not aligned')
  return found.map(({ start }, at) => Math.abs((start ?? 0) - (known.cues[at]?.start ?? 0)) / 1000)
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity

describe('aligning a text with its sound', () => {
  // The demo is read by synthetic voices: English by two others than the reference, Marathi by another of the same program.
  it.each([
    ['English, another program, a man', 'the-sahyadri-log/01'],
    ['English, another program, a woman', 'the-lamp-at-rajgad/03'],
    ['Marathi, the same program', 'ghatatli-railway/01'],
  ])(
    '[LN-1] finds where sentences begin, within half a second in the median: %s',
    async (_what, path) => {
      const errors = await errorsOf(path)
      expect(errors.length).toBeGreaterThan(4)
      expect([path, median(errors) <= 0.5, errors]).toEqual([path, true, errors])
    },
    120_000,
  )

  it('[LN-1] says when sound and text cannot belong together, or the sound is none', async () => {
    const sound = fileOf('audio/dnyaneshwari/01.mp3').pathname
    expect(await alignSentences(sound, ['नमन.'], 'mr')).toBe('unlike')
    expect(await alignSentences(fileOf('LICENCE.md').pathname, ['One.'], 'en')).toBe('noSound')
  })

  it('[LN-1] gives a text without times those of its sentences, once, and leaves other texts alone', async () => {
    const story = demoStories.find(({ key }) => key === 'dnyaneshwari')
    const lines = (story ? recordedTexts(story) : []).find(({ path }) => path === 'dnyaneshwari/01')?.lines ?? []
    const { id } = await withText(shop(), 'dnyaneshwari', untimed(...lines))
    const translation = await withText(shop(), 'dnyaneshwari', untimed('Salutation.'), { locale: 'en' })
    const run = async () => {
      const all = []
      for await (const one of alignTexts(shop().context, ['dnyaneshwari'])) all.push(one)
      return all
    }
    expect(await run()).toEqual([{ key: 'dn/1', lines: lines.length, result: 'aligned' }])
    const cues = await cuesOf(shop().db, id)
    expect(cues.map(({ text }) => text)).toEqual(lines)
    const starts = cues.map(({ start }) => start ?? -1)
    expect([starts[0] !== -1, starts.toSorted((a, b) => a - b)]).toEqual([true, starts])
    expect(await cuesOf(shop().db, translation.id)).toEqual(untimed('Salutation.'))
    expect(await run()).toEqual([])
  })

  it('[LN-1] stores no times of a sound that was replaced meanwhile, and begins each text with its sound of then', async () => {
    const lines = Array.from({ length: 4 }, () => 'नमन वाचन आकाश पाऊस डोंगर नदी रस्ता सकाळ दुपार संध्याकाळ रात्र.')
    const texts = [
      await withText(shop(), 'chhava', untimed(...lines)),
      await withText(shop(), 'dnyaneshwari', untimed(...lines)),
    ]
    const { db, context } = shop()
    await context.media.put('audio/0123456789abcdef.mp3', { file: fileOf('audio/dnyaneshwari/02.mp3').pathname })
    const replaceBoth = () =>
      db.query(
        `with new as (insert into media_files (kind, path, hash, bytes, seconds) values ('audio', $1, $1, 1, 60) returning id)
         update tracks set audio_id = new.id from new where tracks.id = any($2)`,
        ['audio/0123456789abcdef.mp3', texts.map(({ trackId }) => trackId)],
      )
    const paths: string[] = []
    const media = { ...context.media, stream: (path: string) => (paths.push(path), context.media.stream(path)) }
    // The first of them waits for this file; the path of its sound is known.
    const newFile = async () => {
      if (paths.length === 0) await replaceBoth()
      return context.tempFiles.newFile()
    }
    const watched = { ...context, media, tempFiles: { ...context.tempFiles, newFile } }
    const results = []
    for await (const { result } of alignTexts(watched, ['chhava', 'dnyaneshwari'])) results.push(result)
    expect(results).toEqual(['changedMeanwhile', 'aligned'])
    expect(paths).toEqual([expect.not.stringMatching('0123456789abcdef'), 'audio/0123456789abcdef.mp3'])
    expect(await cuesOf(db, texts[0]?.id ?? 0)).toEqual(untimed(...lines))
  })
})
