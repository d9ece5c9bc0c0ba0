import type { Locale } from '#contract/text/locale.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { mayHaveText, trackOf, type Playing } from '#stores/listening/player/state.ts'
import { titleOnCard } from '../title-on-card.ts'

/** A picture of the place that plays: its line where there is a text, else the name of its track. */
export async function placePicture(now: Playing, locale: Locale): Promise<File | undefined> {
  const { pictureOfCard } = await import('../share-card.ts')
  const track = trackOf(now)
  const name = track ? nameOrEnglish(track, locale) : ''
  return pictureOfCard({ ...titleOnCard(now, locale), text: (await lineNow(now)) ?? name })
}

async function lineNow(now: Playing): Promise<string | undefined> {
  const track = trackOf(now)
  if (!track || !mayHaveText(now)) return undefined
  const { $spokenLine, $trackLines, loadTrackLines } = await import('#stores/transcripts/track-lines.ts')
  await loadTrackLines(track.id)
  const text = $trackLines.get()
  return text?.state === 'ready' && text.trackId === track.id ? text.lines[$spokenLine.get()]?.text : undefined
}
