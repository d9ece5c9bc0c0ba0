import { atom, computed } from 'nanostores'
import { call } from '#client/browser-call.ts'
import { lineAt, readAlong, type ReadAlong } from '#contract/transcripts/read-along.ts'
import { transcripts } from '#contract/transcripts/transcripts.ts'
import { $signOuts } from '../accounts/session.ts'
import { $playerTime } from '../listening/player/state.ts'

/** The text of what plays. `none`: it has no text that this listener may read. */
export type LinesState =
  | { state: 'loading' | 'none' }
  | { state: 'failed'; fault: 'offline' | 'failed' }
  | ({ state: 'ready' } & ReadAlong)
type TrackLines = LinesState & { trackId: number }

export const $trackLines = atom<TrackLines | undefined>(undefined)

/** The place of the spoken line in the list; -1 when there is none. */
export const $spokenLine = computed([$trackLines, $playerTime], (text, { seconds }) =>
  text?.state === 'ready' ? lineAt(text.lines, seconds * 1000) : -1,
)

// Another listener may not read it.
$signOuts.listen(() => $trackLines.set(undefined))

/** Loads the text of a track, unless it is the one that is there. */
export async function loadTrackLines(trackId: number): Promise<void> {
  const now = $trackLines.get()
  if (now?.trackId === trackId && (now.state === 'loading' || now.state === 'ready')) return
  $trackLines.set({ state: 'loading', trackId })
  const result = await call(transcripts, { id: trackId })
  if ($trackLines.get()?.trackId === trackId) $trackLines.set(linesOf(trackId, result))
}

type Result = Awaited<ReturnType<typeof call<typeof transcripts>>>
function linesOf(trackId: number, result: Result): TrackLines {
  if (!result.ok) return { state: 'failed', trackId, fault: result.fault === 'offline' ? 'offline' : 'failed' }
  const text = readAlong(result.value.transcripts)
  return text ? { state: 'ready', trackId, ...text } : { state: 'none', trackId }
}
