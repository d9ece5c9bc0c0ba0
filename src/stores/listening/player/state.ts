import { atom, computed } from 'nanostores'
import type { AudioTime } from '#client/audio/audio-element.ts'
import type { Position } from './saved-positions.ts'
import type { OpenFault, Title } from './title.ts'

export type Playing = { title: Title; index: number }
/** Those of the browser are told by client/audio/audio-element.ts. */
export type PlayerFault = OpenFault | 'noAccess' | 'noSound' | 'leaseEnded' | 'unasked' | 'refused' | 'undecodable'
export type PlayerState =
  | { state: 'idle' }
  /** `ended`: the whole title. `waiting`: buffering or retrying. */
  | ({ state: 'loading' | 'playing' | 'waiting' | 'paused' | 'ended' } & Playing)
  | ({ state: 'faulty'; fault: PlayerFault } & Playing)

export const $player = atom<PlayerState>({ state: 'idle' })
/** Position in the track and its length. */
export const $playerTime = atom<AudioTime>({ seconds: 0, length: 0 })
/** Whether the audio element has the current track as its source. */
export const $isLoaded = atom(false)
export const $playing = computed($player, (now): Playing | undefined => (now.state === 'idle' ? undefined : now))

/** What is missing before a title can be played [PL-4]. */
export type Need =
  | { need: 'signIn' | 'subscribe'; titleId: number }
  | { need: 'cart'; titleId: number; variant: number }
export const $need = atom<Need | undefined>(undefined)
export const needFirst = (need?: Need): void => $need.set(need)
/** The title that is being opened, or the fault that it failed with. */
export const $opening = atom<{ titleId: number; fault?: OpenFault } | undefined>(undefined)
export const blameOpening = (titleId: number, fault: OpenFault): void => $opening.set({ titleId, fault })
/** It was paused because another tab of this browser began to play. */
export const $isPausedForTab = atom(false)
/** Position before the last seek [PL-9]. */
export const $undo = atom<(Playing & { seconds: number }) | undefined>(undefined)
/** Another position that the listener may want: of this browser, or of another device [PL-9]. */
export const $question = atom<({ titleId: number; isHere: boolean } & Position) | undefined>(undefined)

/** It plays, or will as soon as the sound is there. */
export const isOn = ({ state }: { state: PlayerState['state'] }): boolean =>
  state === 'playing' || state === 'loading' || state === 'waiting'

/** Titles that were saved offline before texts came do not say it. */
export const mayHaveText = (now: Playing): boolean => trackOf(now)?.has_text !== false

export const trackOf = ({ title, index }: Playing) => title.tracks[index]

/** Position and length in the whole title: the player shows chapter and title progress together [PL-7]. */
export const $titleTime = computed([$playing, $playerTime], (playing, { seconds }): AudioTime => {
  const lengths = playing?.title.tracks.map(({ track_length: length }) => length) ?? []
  const before = lengths.slice(0, playing?.index ?? 0)
  const sum = (all: number[]) => all.reduce((total, length) => total + length, 0)
  return { seconds: sum(before) + seconds, length: sum(lengths) }
})
