/**
 * Writes the texts of the demo, src/demo/files/texts/, in the spoken language and in translation, as WebVTT. Run it after
 * line-times.ts, and after a change of src/demo/translations/.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoFolder, demoStories } from '../../src/demo/catalog.ts'
import { recordedTexts } from '../../src/demo/recorded-texts.ts'
import { vttOf } from '../../src/server/transcripts/formats/write-text.ts'

const files = fileURLToPath(demoFolder)
const times: Record<string, number[]> = JSON.parse(await readFile(join(files, 'line-times.json'), 'utf8'))
const translations = new Map([...(await translated('english')), ...(await translated('marathi'))])
await rm(join(files, 'texts'), { recursive: true, force: true })
for (const story of demoStories)
  for (const { path, lines } of recordedTexts(story)) {
    const other = story.spoken === 'mr' ? 'en' : 'mr'
    const name = path.endsWith('/sample') ? [`${(story[other] ?? story[story.spoken])?.name ?? story.key}.`] : []
    await write(`${path}.${story.spoken}`, times[path] ?? [], lines)
    await write(`${path}.${other}`, times[path] ?? [], [...name, ...(translations.get(path) ?? [])])
  }

/** A line lasts until the next one begins. */
async function write(path: string, starts: readonly number[], lines: readonly string[]): Promise<void> {
  if (starts.length !== lines.length + 1) throw new Error(`${path}: ${lines.length} lines, ${starts.length - 1} times`)
  const file = join(files, 'texts', `${path}.vtt`)
  await mkdir(dirname(file), { recursive: true })
  const cues = lines.map((text, at) => ({ start: starts[at] ?? 0, end: starts[at + 1] ?? 0, text }))
  await writeFile(file, vttOf(cues))
}

/** Blocks of lines under `# path`. */
async function translated(language: string): Promise<[string, string[]][]> {
  const text = await readFile(new URL(`../../src/demo/translations/${language}.txt`, import.meta.url), 'utf8')
  return text
    .split(/^# /m)
    .filter(Boolean)
    .map((block) => {
      const [path = '', ...lines] = block.trim().split('\n')
      return [path, lines]
    })
}
