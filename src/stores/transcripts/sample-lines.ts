import { atom, computed } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { lineAt, readAlong } from '#contract/transcripts/read-along.ts'
import { sampleTranscripts } from '#contract/transcripts/transcripts.ts'
import { $sampleTime } from '../listening/samples.ts'
import type { LinesState } from './track-lines.ts'

/** The text of the sample that plays, by the address that names it. */
type SampleLines = LinesState & { mapUrl: string }

export const $sampleLines = atom<SampleLines | undefined>(undefined)

/** The place of the spoken line in the list; -1 when there is none. */
export const $spokenSampleLine = computed([$sampleLines, $sampleTime], (text, { seconds }) =>
  text?.state === 'ready' ? lineAt(text.lines, seconds * 1000) : -1,
)

/** Loads the text of a sample, unless it is the one that is there. */
export async function loadSampleLines(mapUrl: string): Promise<void> {
  const now = $sampleLines.get()
  if (now?.mapUrl === mapUrl && (now.state === 'loading' || now.state === 'ready')) return
  $sampleLines.set({ state: 'loading', mapUrl })
  const result = await call(sampleTranscripts, { map_url: mapUrl })
  // Another sample plays by now.
  if ($sampleLines.get()?.mapUrl !== mapUrl) return
  const text = result.ok ? readAlong(result.value.transcripts) : undefined
  if (text) return $sampleLines.set({ state: 'ready', mapUrl, ...text })
  if (result.ok || result.fault === 'notFound') return $sampleLines.set({ state: 'none', mapUrl })
  $sampleLines.set({ state: 'failed', mapUrl, fault: result.fault === 'offline' ? 'offline' : 'failed' })
}
