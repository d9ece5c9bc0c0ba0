import { audioTime, listenToAudio, type AudioEvent } from '#client/audio/audio-element.ts'
import { onOtherTab } from '#client/cross-tab-channel.ts'
import { disagree } from '#contract/listening/listening.ts'
import * as machine from './machine.ts'
import * as position from './track-position.ts'
import { clearPlayer } from './player.ts'
import { prefetchNextAddress } from './prefetched-address.ts'
import { $otherDevicePosition } from './progress-reports.ts'
import { cancelSleepTimer, endsAfterTrack, advanceSleepTimer } from './sleep-timer.ts'
import {
  $isLoaded,
  $isPausedForTab,
  $player,
  $playerTime,
  $playing,
  $question,
  isOn,
  trackOf,
  type Playing,
} from './state.ts'
import { restoreVolume } from './volume.ts'
import { $logOuts, $signOuts } from '../../accounts/session.ts'
import { clearNamelessMemory, clearPlayerMemory } from '../player-memory.ts'
import { $stopRequests } from '../player-presence.ts'
import { $editionChoice, $shortensPauses } from '../sound/choices.ts'

const SAVE_EVERY_MS = 5_000
const REPORT_EVERY_MS = 30_000
/** The address of the next track is fetched this long before the end. */
const PREFETCH_SECONDS = 30

let savedAt = 0
let reportedAt = 0

function onAudioEvent(event: AudioEvent): void {
  const now = $player.get()
  if (now.state === 'idle' || now.state === 'faulty') return
  const { title, index } = now
  if (event === 'time') return onTime(now)
  if (event === 'playing') {
    machine.resetRetries()
    $isPausedForTab.set(false)
    // A seek within the same play is followed by this event too.
    if (position.beginPlay()) reportedAt = Date.now()
    $player.set({ state: 'playing', title, index })
  }
  if (event === 'paused' && now.state === 'playing' && !isAtEnd()) {
    position.endPlay('pause')
    $player.set({ state: 'paused', title, index })
  }
  if (event === 'waiting' && now.state === 'playing') $player.set({ state: 'waiting', title, index })
  if (event === 'seeked' && now.state === 'waiting' && !isAtEnd()) position.readTime()
  if (event === 'failed' && now.state !== 'paused' && $isLoaded.get()) void machine.handleAudioError()
  if (event === 'ended') void onEnd(now)
}

const isAtEnd = (): boolean => {
  const { seconds, length } = audioTime()
  return length > 0 && seconds >= length
}

function onTime(now: Playing & { state: string }): void {
  position.readTime()
  const { seconds, length } = $playerTime.get()
  if (now.state !== 'playing') return
  if (length - seconds < PREFETCH_SECONDS) void prefetchNextAddress(now)
  if (advanceSleepTimer(length - seconds)) {
    machine.pausePlayback()
    cancelSleepTimer()
  }
  const at = Date.now()
  if (at - reportedAt >= REPORT_EVERY_MS) {
    reportedAt = at
    position.reportPosition()
  } else if (at - savedAt >= SAVE_EVERY_MS) position.saveCurrentPosition()
  if (at - savedAt >= SAVE_EVERY_MS) savedAt = at
}

/** Starts the next track without awaiting anything, or ends after the last one [PL-1]. */
async function onEnd({ title, index }: Playing): Promise<void> {
  position.endPlay('end')
  if (endsAfterTrack()) {
    cancelSleepTimer()
    return machine.loadPaused(title, (index + 1) % title.tracks.length, 0)
  }
  return machine.playNext(title, index)
}

function pauseForTab(): void {
  if (isOn($player.get())) $isPausedForTab.set(true)
  machine.pausePlayback()
}

/** Connects the player to the audio element, the other tabs and the page; called once per visit. */
export function followPlayer(): void {
  listenToAudio('title', onAudioEvent)
  restoreVolume()
  // The time is read first: a busy page hears of it late.
  window.addEventListener('pagehide', () => {
    position.readTime()
    position.saveCurrentPosition()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    position.readTime()
    position.reportPosition()
  })
  onOtherTab('playing', pauseForTab)
  $editionChoice.listen(followChoices)
  $shortensPauses.subscribe((shortens) => shortens && followChoices())
  $stopRequests.listen(clearPlayer)
  // In every tab: the listener left in one of them.
  $signOuts.listen(() => {
    clearPlayer()
    clearNamelessMemory()
  })
  $logOuts.listen(clearPlayerMemory)
  $otherDevicePosition.listen((other) => {
    const now = $playing.get()
    if (!other || other.titleId !== now?.title.id) return
    const there = { trackId: other.position.track_id, seconds: other.position.seconds }
    // The player may have gone there by itself, and asks about the place that was here.
    if (disagree(there, { trackId: trackOf(now)?.id ?? 0, seconds: $playerTime.get().seconds }))
      $question.set({ titleId: other.titleId, isHere: false, ...there })
  })
}

/** Those who choose nothing load nothing of it. Without a network the next choice tries again. */
const followChoices = (): unknown => import('../sound/follow-choices.ts').catch(() => undefined)
