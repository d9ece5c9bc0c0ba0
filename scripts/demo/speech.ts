import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Story } from '../../src/demo/story.ts'

export const run = promisify(execFile)
export const RATE = 24_000
/** Seconds of the drone before and after the speech of a recording. */
export const DRONE_SECONDS = 2
/** Without -R and -D the output of sox is random and every run would change every file. */
export const SOX = ['-R', '-D']
/** Seconds around each run of speech, in the place of the silence that the engine made. */
export const PAD = { before: 0.1, after: 0.35 }
export const TRIM = ['silence', '1', '0.02', '0.2%']

/** Speech in one language. `from`: where it begins in the text. */
export type Run = { language: 'en' | 'mr'; from: number; text: string }

/** "Hello is नमस्कार. Say it." becomes an English, a Marathi and an English run. */
export function runsOf(text: string): Run[] {
  return [...text.matchAll(/[\u0900-\u097f][^A-Za-z]*|[^\u0900-\u097f]+/gu)]
    .filter(([piece]) => /\p{L}/u.test(piece))
    .map(({ 0: piece, index }) => ({
      language: /[\u0900-\u097f]/u.test(piece) ? 'mr' : 'en',
      from: index,
      text: piece,
    }))
}

function speakable(text: string): string {
  return text
    .trim()
    .replace(/^[\s,.:;]+/u, '')
    .replaceAll('।', ',')
    .replaceAll('ॐ', 'ओम')
    .replaceAll('ऽ', '')
    .replace(/[‘’]/gu, "'")
    .replace(/[“”]/gu, '')
}

/** Speaks a text into a file, with the engine and voice of the story. */
export async function speak(
  { language, text }: Pick<Run, 'language' | 'text'>,
  { voice, type, categories }: Story,
  wav: string,
): Promise<unknown> {
  await writeFile(`${wav}.txt`, `${speakable(text)}\n`)
  if (language === 'mr') {
    const speed = type === 'languagelab' || categories.includes('devotional') ? '112' : '135'
    return run('espeak-ng', ['-v', voice === 'female' ? 'mr+f3' : 'mr+m3', '-s', speed, '-f', `${wav}.txt`, '-w', wav])
  }
  if (voice === 'female') return run('text2wave', ['-eval', '(voice_cmu_us_slt_arctic_hts)', `${wav}.txt`, '-o', wav])
  return run('flite', ['-voice', 'rms', '-f', `${wav}.txt`, '-o', wav])
}
