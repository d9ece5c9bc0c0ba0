import { atom, computed } from 'nanostores'
import { call } from '#client/browser-call.ts'
import {
  audioFailure,
  audioTime,
  claimAudio,
  isAudioPaused,
  listenToAudio,
  pauseAudio,
  playAudio,
  seekAudio,
  unloadAudio,
  type AudioTime,
  type PlayResult,
} from '#client/audio/audio-element.ts'
import { clearLockScreen, showLockScreenState, showOnLockScreen } from '#client/audio/media-session.ts'
import { announceToTabs, onOtherTab } from '#client/cross-tab-channel.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { SKIP_SECONDS, sampleSignedUrl } from '#contract/listening/listening.ts'

/** What plays before and after a sample, when something does (radio/radio.ts). */
type SampleQueue = { ended: () => void; next: () => void; previous: () => void }
export type Sample = {
  mapUrl: string
  title: string
  href: string
  cover?: string | undefined
  seconds: number
  /** It plays for a place of its title that a guest or this listener may not hear. */
  instead?: 'guest' | 'listener'
  queue?: SampleQueue | undefined
}
/** A second of a track of the title, or of the sample itself. */
export type SamplePlace = { trackId?: number | undefined; seconds?: number | undefined; ofSample?: number }
export type SampleFault = 'failed' | 'undecodable' | 'refused' | 'gone'
export type SampleState =
  | { state: 'idle' }
  | { state: 'loading' | 'playing' | 'paused'; sample: Sample }
  | { state: 'faulty'; sample: Sample; fault: SampleFault }

export const $sample = atom<SampleState>({ state: 'idle' })
/** Position and length of the loaded sample. */
export const $sampleTime = atom<AudioTime>({ seconds: 0, length: 0 })
/** The words of the loaded sample can be read. */
export const $sampleHasText = atom(false)
/** They are being read. */
export const $isSampleTextOpen = atom(false)
export const $currentSample = computed($sample, (now) => (now.state === 'idle' ? undefined : now.sample))

/** Renewed this long before it expires, so that playback never starts on an address that is about to end. */
const RENEW_BEFORE_MS = 20_000
export type Found = { address: string; expiresAt: number; hasText: boolean; part: Part }
type Part = ReplyOf<typeof sampleSignedUrl>['data']['part']
const addresses = new Map<string, Found>()

type SampleAddress = ({ ok: true } & Found) | { ok: false; fault: SampleFault }

/** The radio puts the address of bytes that are here in the place of the server's, and takes it back. */
export const replaceAddress = (mapUrl: string, found: Found): unknown => addresses.set(mapUrl, found)

export function knownAddress(mapUrl: string): Found | undefined {
  const known = addresses.get(mapUrl)
  return known && known.expiresAt - RENEW_BEFORE_MS > Date.now() ? known : undefined
}

/** Signed address, fetched once per sample and cached until shortly before it expires [SA-2]. */
export async function sampleAddress(mapUrl: string): Promise<SampleAddress> {
  const known = knownAddress(mapUrl)
  if (known) return { ok: true, ...known }
  const result = await call(sampleSignedUrl, { map_url: mapUrl })
  if (!result.ok) return { ok: false, fault: result.fault === 'notFound' ? 'gone' : 'failed' }
  const { signed_url: address, expires_at: expiresAt, has_text: hasText, part } = result.value.data
  const found = { address, expiresAt, hasText, part }
  addresses.set(mapUrl, found)
  return { ok: true, ...found }
}

/** Plays a sample from its beginning, or from a place of the title that is in it; other audio stops, because there is one audio element [SA-1]. */
export async function playSample(sample: Sample, place?: SamplePlace): Promise<void> {
  announceToTabs('playing')
  claimAudio('sample', leaveSample)
  pauseAudio()
  $sampleTime.set({ seconds: 0, length: sample.seconds })
  $sampleHasText.set(false)
  $sample.set({ state: 'loading', sample })
  const found = await sampleAddress(sample.mapUrl)
  // Another button was pressed meanwhile.
  if ($currentSample.get() !== sample) return
  if (!found.ok) return $sample.set({ state: 'faulty', sample, fault: found.fault })
  $sampleHasText.set(found.hasText)
  const played = await playAudio(found.address, secondsIn(found.part, place))
  if ($currentSample.get() !== sample || played === 'playing') return
  // A page that was opened by a link may not sound before a press: the sample waits for one.
  if (played === 'unasked' && place) return $sample.set({ state: 'paused', sample })
  fail(sample, faultOf(played))
}

function secondsIn(part: Part, { trackId, seconds = 0, ofSample = 0 }: SamplePlace = {}): number {
  if (!part || part.track_id !== trackId || seconds < part.starts || seconds >= part.ends) return ofSample
  return seconds - part.starts
}

/** Where a second of a sample stands in its title; nothing where the sample is no part of a track. */
export function placeInTitle(mapUrl: string, seconds: number): { trackId: number; seconds: number } | undefined {
  const part = addresses.get(mapUrl)?.part
  return part ? { trackId: part.track_id, seconds: part.starts + seconds } : undefined
}

const faultOf = (result: Exclude<PlayResult, 'playing'>): SampleFault => (result === 'unasked' ? 'refused' : result)

function fail(sample: Sample, fault: SampleFault): void {
  addresses.delete(sample.mapUrl)
  $sample.set({ state: 'faulty', sample, fault })
}

/** The sample button: starts, pauses and resumes. */
export async function toggleSample(sample: Sample): Promise<void> {
  const now = $sample.get()
  if (now.state === 'idle' || now.sample.mapUrl !== sample.mapUrl || now.state === 'faulty') return playSample(sample)
  if (now.state === 'playing') return pauseAudio()
  if (now.state === 'paused') await resumeSample()
}

export async function resumeSample(): Promise<void> {
  const now = $sample.get()
  if (now.state !== 'paused') return
  announceToTabs('playing')
  const played = await playAudio()
  if (played !== 'playing') fail(now.sample, faultOf(played))
}

export const openSampleText = (): void => $isSampleTextOpen.set(true)
export const closeSampleText = (): void => $isSampleTextOpen.set(false)

function leaveSample(): void {
  $sample.set({ state: 'idle' })
  closeSampleText()
}

export function stopSample(): void {
  leaveSample()
  unloadAudio()
}

export function skipSample(direction: -1 | 1): void {
  seekAudio(audioTime().seconds + direction * SKIP_SECONDS)
}

export { pauseAudio as pauseSample, seekAudio as seekSample }

/** What plays in another tab. A sample that is still on its way must not start under it. */
function stopForOtherTab(): void {
  const { state } = $sample.get()
  if (state === 'playing') pauseAudio()
  if (state === 'loading') stopSample()
}

/** Whoever still reads its last line keeps it; a press begins it again. */
function endSample(sample: Sample): void {
  if (sample.queue) return sample.queue.ended()
  if (!$isSampleTextOpen.get()) return stopSample()
  $sample.set({ state: 'paused', sample })
}

/** Copies the state of the audio element, which lock screens and headphones change too. */
export function followAudio(): () => void {
  const stopAudio = listenToAudio('sample', (event) => {
    const now = $sample.get()
    if (now.state === 'idle') return
    const { sample } = now
    if (event === 'time') $sampleTime.set(audioTime())
    // The sound before was paused: that it began to play may be said only now.
    if (event === 'playing' && !isAudioPaused()) $sample.set({ state: 'playing', sample })
    if (event === 'paused' && now.state === 'playing') $sample.set({ state: 'paused', sample })
    if (event === 'ended') endSample(sample)
    if (event === 'failed' && now.state !== 'loading')
      void audioFailure().then((fault) => $currentSample.get() === sample && fail(sample, fault))
  })
  const stopCard = $currentSample.listen((sample) => {
    if (!sample) return clearLockScreen()
    showOnLockScreen(
      { title: sample.title, ...(sample.cover ? { artwork: new URL(sample.cover, location.origin).href } : {}) },
      {
        play: () => void resumeSample(),
        pause: pauseAudio,
        back: () => skipSample(-1),
        forward: () => skipSample(1),
        stop: stopSample,
        ...sample.queue,
      },
    )
  })
  const stopState = $sample.listen(
    ({ state }) => state !== 'idle' && showLockScreenState(state === 'playing' || state === 'loading'),
  )
  onOtherTab('playing', stopForOtherTab)
  return () => {
    stopAudio()
    stopCard()
    stopState()
  }
}
