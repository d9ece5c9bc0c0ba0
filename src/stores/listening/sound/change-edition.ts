import { atom } from 'nanostores'
import { audioElement } from '#client/audio/audio-element.ts'
import { changeSource } from '#client/audio/change-source.ts'
import type { Edition } from '#contract/listening/editions.ts'
import { createLatestOnly } from '../../latest-only.ts'
import { forgetPrefetched } from '../player/prefetched-address.ts'
import { $isLoaded, $playing, trackOf } from '../player/state.ts'
import { addressOf, type KnownAddress } from '../player/title.ts'
import { $editionChoice, $shortensPauses, type EditionChoice } from './choices.ts'

export const chooseEdition = (choice: EditionChoice): void => $editionChoice.set(choice)
export const shortenPauses = (isWanted: boolean): void => $shortensPauses.set(isWanted)

/** `edition`: the one that plays, or will when the track is played; `bytes`: of both, without `light` when there is none. */
export type TrackEditions = {
  trackId: number
  edition: Edition
  bytes: { full: number; light?: number | undefined } | undefined
}
/** Of the current track, once somebody asked. */
export const $trackEditions = atom<TrackEditions | undefined>(undefined)
/** `refused`: this browser changes with the next track only. */
export const $editionChange = atom<'none' | 'changing' | 'refused' | 'failed'>('none')

/** An edition has a path of its own; the signature behind it is another one each time. */
const pathOf = (address: string): string => new URL(address, location.href).pathname

let running: AbortController | undefined
/** A track that was still loading when the choice changed may have come in the other edition. */
let isPending = false
$isLoaded.listen((isLoaded) => {
  if (!isLoaded) running?.abort()
  else if (isPending) void changeEdition()
})
$playing.listen((now) => {
  if (now && $trackEditions.get()?.trackId === trackOf(now)?.id) return
  running?.abort()
  $editionChange.set('none')
  $trackEditions.set(undefined)
})

const latestOnly = createLatestOnly()

/** Learns the editions of the current track, in which the listener is shown what each of them weighs. */
export async function loadTrackEditions(): Promise<KnownAddress | undefined> {
  const now = $playing.get()
  const track = now && trackOf(now)
  if (!now || !track) return undefined
  const isLatest = latestOnly.start()
  const found = await addressOf(now.title, track.key)
  const current = $playing.get()
  if (!found.ok || !current || trackOf(current)?.id !== track.id) return undefined
  const { edition = 'full', bytes } = found.reply
  // A reply to an earlier request is about an earlier choice.
  if (isLatest()) $trackEditions.set({ trackId: track.id, edition, bytes })
  return found
}

/** Brings the track that is loaded to the edition of the listener's choice, at the same second [SO-4]. */
export async function changeEdition(): Promise<void> {
  running?.abort()
  forgetPrefetched()
  isPending = !$isLoaded.get()
  if (isPending) return
  const mine = (running = new AbortController())
  $editionChange.set('changing')
  const found = await loadTrackEditions()
  if (mine.signal.aborted) return
  if (!found) return $editionChange.set('failed')
  if (pathOf(found.address) === pathOf(audioElement().src)) return $editionChange.set('none')
  const result = await changeSource(found.address, mine.signal)
  if (!mine.signal.aborted) $editionChange.set(result === 'changed' || result === 'stopped' ? 'none' : result)
}
