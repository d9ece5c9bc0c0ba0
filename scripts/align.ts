// Gives times to texts of recordings that have none, sentence by sentence: npm run align -- [TITLE …]. It needs espeak-ng and ffmpeg.
import { readConfig } from '../src/server/config.ts'
import { openShop } from '../src/server/main.ts'
import { StartupError } from '../src/server/runtime/startup-error.ts'
import { alignTexts } from '../src/server/transcripts/align/align-texts.ts'

const HELP = `npm run align -- [KEY OF A TITLE …]

Texts without times get the times of their sentences: espeak-ng reads them, and the recording is compared with that voice.
Listen to the first and the last line afterwards: who reads something else than the text gets times too.`

const SENTENCES: Record<string, string> = {
  aligned: 'has times now',
  noVoice: 'was left: espeak-ng is missing (apt-get install espeak-ng)',
  noSound: 'was left: its sound cannot be read (apt-get install ffmpeg)',
  unlike: 'was left: its sound is far longer or shorter than its text',
  failed: 'was left: it took too long or too much memory',
  changedMeanwhile: 'was left: somebody edited it, or replaced its sound, meanwhile',
}

try {
  const titles = process.argv.slice(2)
  if (titles.some((title) => title.startsWith('-'))) throw new StartupError(HELP)
  const { context, close } = await openShop(readConfig())
  try {
    let count = 0
    for await (const { key, lines, result } of alignTexts(context, titles)) {
      count += result === 'aligned' ? 1 : 0
      console.log(`${key}: ${lines} lines ${SENTENCES[result]}`)
    }
    console.log(`${count} texts aligned`)
  } finally {
    await close()
  }
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error)
  process.exitCode = 1
}
