import { announceToTabs } from '#client/cross-tab-channel.ts'
import { resumePoint, SKIP_SECONDS } from '#contract/listening/listening.ts'
import * as machine from './machine.ts'
import * as position from './track-position.ts'
import { afterRecap } from './recap.ts'
import {
  knowPlaces,
  placeIn,
  reportLeftPlays,
  resumePositionOf,
  savedPositionIn,
  stopTimeOf,
} from './saved-positions.ts'
import { cancelSleepTimer, wakeUp } from './sleep-timer.ts'
import {
  $need,
  $opening,
  $player,
  $playerTime,
  $playing,
  $question,
  $undo,
  isOn,
  needFirst,
  type Need,
  type Playing,
} from './state.ts'
import { forgetTitles, indexAfter, openTitle, type Opened } from './title.ts'
import { currentSession } from '../../accounts/session.ts'
import { $lastTitleId, CLOSED } from '../player-memory.ts'

/** "Previous" restarts this track after this many seconds, and opens the track before otherwise. */
const BACK_TO_START_SECONDS = 5

/** Positions that differ by less are the same. */
const SAME_SECONDS = 1

/** Where a link or a button starts a title. */
export type StartPoint = { trackId?: number | undefined; seconds?: number | undefined }

/** Plays a title from the requested position, else from where the listener stopped [PL-5]. `refused` learns what a listener must do first. */
export async function playTitle(titleId: number, from: StartPoint = {}, refused = needFirst): Promise<void> {
  const opened = await openForPlayback(titleId, refused)
  if (!opened) return
  const { title } = opened
  const { index, seconds, stoppedAt } = resumePointOf(opened, from)
  $lastTitleId.set(titleId)
  const start = stoppedAt === undefined ? seconds : afterRecap(seconds, stoppedAt)
  await startByPress(title, index, start, from.trackId !== undefined)
}

/** The listener is awake, and here; a track that follows by itself tells nothing of them. */
function startByPress(...what: Parameters<typeof machine.startTrack>): Promise<void> {
  wakeUp()
  announceToTabs('playing')
  return machine.startTrack(...what)
}

/** The title, if the listener may play it; otherwise `refused` is told what is missing. */
async function openForPlayback(titleId: number, refused: (need: Need) => void): Promise<Opened | undefined> {
  $need.set(undefined)
  $opening.set({ titleId })
  const result = (await currentSession()) ? await openTitle(titleId) : undefined
  if ($opening.get()?.titleId !== titleId) return undefined
  $opening.set(undefined)
  if (!result || (!result.ok && result.fault === 'signedOut')) return void refused({ need: 'signIn', titleId })
  if (!result.ok) return void $opening.set({ titleId, fault: result.fault })
  const { access } = result.opened.access
  if (access === 'cart') return void refused({ need: access, titleId, variant: result.opened.title.variant })
  if (access === 'soon') return void $opening.set({ titleId, fault: 'gone' })
  if (access !== 'play') return void refused({ need: access, titleId })
  return result.opened
}

/** `at`: of what the listener heard last, 0 when nothing is known. */
type ResumePoint = { index: number; seconds: number; stoppedAt: number | undefined; at: number }

function resumePointOf({ title, access }: Opened, { trackId, seconds }: StartPoint): ResumePoint {
  const { start, other } = resumePositionOf(title.id, access.last_place)
  knowPlaces(access.places)
  $question.set(trackId === undefined && other ? { titleId: title.id, isHere: true, ...other } : undefined)
  const point = start && trackId === undefined ? resumePoint(title.tracks, start) : undefined
  const index =
    point?.index ??
    Math.max(
      0,
      title.tracks.findIndex(({ id }) => id === trackId),
    )
  const track = title.tracks[index]
  const isResumed = start !== undefined && start.trackId === track?.id
  return {
    index,
    seconds: seconds ?? point?.seconds ?? (track ? placeIn(track, isResumed ? start.seconds : undefined) : 0),
    stoppedAt: isResumed && seconds === undefined ? start.at : undefined,
    at: start?.at ?? 0,
  }
}

/** A cover or "play all": plays, pauses and resumes the title. */
export async function toggleTitle(titleId: number, from: StartPoint = {}): Promise<void> {
  const now = $playing.get()
  const isThis =
    now?.title.id === titleId &&
    (from.trackId === undefined || $playing.get()?.title.tracks[now.index]?.id === from.trackId)
  if (isThis && $player.get().state !== 'ended') return togglePlay()
  const index = now?.title.id === titleId ? now.title.tracks.findIndex(({ id }) => id === from.trackId) : -1
  if (index >= 0) return resumeTrack(index)
  return playTitle(titleId, from)
}

export async function togglePlay(): Promise<void> {
  const now = $player.get()
  if (now.state === 'idle') return
  if (isOn(now)) return machine.pausePlayback()
  if (now.state === 'ended') return startByPress(now.title, 0, 0, false)
  announceToTabs('playing')
  recap(now)
  await machine.resumePlayback()
}

/** After a long pause the last seconds are heard again, unless the listener chose another position since. */
function recap({ title, index }: Playing): void {
  const saved = savedPositionIn(title.id)
  const { seconds } = $playerTime.get()
  if (!saved || saved.track !== title.tracks[index]?.id || Math.abs(saved.seconds - seconds) > SAME_SECONDS) return
  const from = afterRecap(seconds, stopTimeOf(saved))
  if (from < seconds) position.seek(from)
}

/** A track that is chosen goes on where it was left, as its row says. */
export async function resumeTrack(index: number): Promise<void> {
  const track = $playing.get()?.title.tracks[index]
  if (track) await playTrack(index, placeIn(track))
}

/** Another track of the same title; the previous position can be restored. */
export async function playTrack(index: number, seconds = 0, isChosen = true): Promise<void> {
  const now = $playing.get()
  if (!now || !now.title.tracks[index]) return
  if (index === now.index && $player.get().state !== 'ended') return togglePlay()
  const from = $playerTime.get().seconds
  if (from > BACK_TO_START_SECONDS) $undo.set({ ...now, seconds: from })
  await startByPress(now.title, index, seconds, isChosen)
}

export async function nextTrack(): Promise<void> {
  const now = $playing.get()
  if (now) await playTrack(indexAfter(now.title, now.index), 0, false)
}

export async function previousTrack(): Promise<void> {
  const now = $playing.get()
  if (!now) return
  if (now.index === 0 || $playerTime.get().seconds > BACK_TO_START_SECONDS) return position.seek(0)
  await playTrack(now.index - 1)
}

export const seekTo = (seconds: number): void => position.seek(seconds)
export const skip = (direction: number, seconds = SKIP_SECONDS): void =>
  position.seek($playerTime.get().seconds + direction * seconds)

/** Plays the track from a position that the listener chose: nothing before it is heard again. */
export async function playFrom(seconds: number): Promise<void> {
  position.seek(seconds)
  if (isOn($player.get())) return
  announceToTabs('playing')
  await machine.resumePlayback()
}

export const pausePlayer = (): void => machine.pausePlayback()

/** Returns to the position before the last seek. */
export async function undoJump(): Promise<void> {
  const back = $undo.get()
  if (!back) return
  $undo.set(undefined)
  await seekIn(back, back.seconds)
}

async function seekIn({ title, index }: Playing, seconds: number): Promise<void> {
  const now = $playing.get()
  if (now?.title.id === title.id && now.index === index) position.seek(seconds)
  else await startByPress(title, index, seconds)
  $undo.set(undefined)
}

/** Answer to the question which of two positions to use; without one the newer stays [PL-9]. */
export async function answerQuestion(wantsOther: boolean): Promise<void> {
  const asked = $question.get()
  const now = $playing.get()
  $question.set(undefined)
  if (!asked || !wantsOther || now?.title.id !== asked.titleId) return
  const index = now.title.tracks.findIndex(({ id }) => id === asked.trackId)
  if (index >= 0) await seekIn({ title: now.title, index }, asked.seconds)
}

export function closePlayer(): void {
  clearPlayer()
  $lastTitleId.set(CLOSED)
}

/** Loads the last title without playing it when a listener comes back [PL-1]. */
export async function restorePlayer(titleId: number): Promise<void> {
  if (!(await currentSession()) || $player.get().state !== 'idle') return
  reportLeftPlays()
  const result = await openTitle(titleId)
  if (!result.ok || result.opened.access.access !== 'play' || $player.get().state !== 'idle') return
  const { index, seconds, at } = resumePointOf(result.opened, {})
  machine.loadPaused(result.opened.title, index, seconds)
  // Saved when the page is left, it would be newer than what another device plays meanwhile [PL-9].
  position.saveCurrentPosition(at)
}

/** Unloads the player; a title that plays is reported as paused. */
export function clearPlayer(): void {
  machine.unloadPlayer()
  cancelSleepTimer()
  $question.set(undefined)
  forgetTitles()
}
