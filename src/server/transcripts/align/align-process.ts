import { text } from 'node:stream/consumers'
import type { Locale } from '#contract/text/locale.ts'
import { lowerPriority } from '../../runtime/subprocess.ts'
import { alignSentences } from './align-sentences.ts'

/** Run by `alignTexts`: reads the name of a sound file and its sentences, writes their times. */
const { sound, texts, locale } = JSON.parse(await text(process.stdin)) as {
  sound: string
  texts: string[]
  locale: Locale
}
lowerPriority()
process.stdout.write(JSON.stringify(await alignSentences(sound, texts, locale)))
