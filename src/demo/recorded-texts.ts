import { sentencesOf } from '#contract/transcripts/sentences.ts'
import { trackNumber, type Story } from './story.ts'

/** What is spoken in a recording of the demo. `path`: of its sound without the ending; `lines`: its sentences in order. */
export type RecordedText = { path: string; spoken: string; lines: string[] }

/** The sample, which begins with the name of the title, and the tracks. */
export function recordedTexts(story: Story): RecordedText[] {
  const { spoken, key, opening, parts } = story
  const name = `${(story[spoken] ?? story.en ?? story.mr)?.name ?? key}.`
  const sample = { path: `${key}/sample`, spoken: `${name} ${opening}`, lines: [name, ...sentencesOf(opening, spoken)] }
  const tracks = parts.map(({ text }, index) => ({
    path: `${key}/${trackNumber(index)}`,
    spoken: text,
    lines: sentencesOf(text, spoken),
  }))
  return [sample, ...tracks]
}
