import { atom, computed } from 'nanostores'
import { listOfflineAudio, type OfflineEntry } from '#client/offline/offline-copies.ts'
import { announceTitles, listOfflineTitles, onTitlesChanged } from '#client/offline/offline-titles.ts'
import { missingTracks, type OfflineTitle } from '#contract/offline/offline-titles.ts'

/** `sounds`: what is saved of it. */
export type SavedTitle = { title: OfflineTitle; sounds: readonly OfflineEntry[] }
/** Why nothing is fetched now. */
export type Hold = 'wifi' | 'offline' | 'full' | 'failed'
export type Download = { titleId: number; trackId: number; part: number }

export const $savedTitles = atom<readonly SavedTitle[] | undefined>(undefined)
export const $download = atom<Download | undefined>(undefined)
export const $hold = atom<Hold | undefined>(undefined)

export async function loadTitles(): Promise<readonly SavedTitle[]> {
  const [titles, audio] = await Promise.all([listOfflineTitles(), listOfflineAudio()])
  const saved = titles.map((title) => ({ title, sounds: audio.filter(({ sound }) => isOf(title, sound)) }))
  $savedTitles.set(saved)
  return saved
}

/** Single tracks of a free title have no lease and are not part of it. */
const isOf = ({ id }: OfflineTitle, { titleId, isLeased }: OfflineEntry['sound']): boolean =>
  titleId === id && isLeased === true

/** After a change here: the other tabs read it too. */
export async function titlesChanged(): Promise<void> {
  announceTitles()
  await loadTitles()
}
onTitlesChanged(() => void loadTitles().catch(() => undefined))

export const missingOf = ({ title, sounds }: SavedTitle): OfflineTitle['tracks'] =>
  missingTracks(title, new Set(sounds.flatMap(({ sound }) => sound.trackId ?? [])))

/** What a page shows of a saved title. `part`: 0 to 1. */
export type TitleState = {
  state: 'saved' | 'saving' | 'waiting' | 'stopped' | 'ending'
  part: number
  bytes: number
  hold: Hold | undefined
}

export const $titleStates = computed([$savedTitles, $download, $hold], (saved, download, hold) => {
  const states = (saved ?? []).map((one): [number, TitleState] => [one.title.id, stateOf(one, download, hold)])
  return new Map(states)
})

function stateOf(saved: SavedTitle, download: Download | undefined, hold: Hold | undefined): TitleState {
  const { title, sounds } = saved
  const missing = missingOf(saved)
  const seconds = (tracks: OfflineTitle['tracks']) => tracks.reduce((sum, track) => sum + track.seconds, 0)
  const mine = download?.titleId === title.id ? download : undefined
  const fetching = missing.find(({ id }) => id === mine?.trackId)
  const whole = Math.max(1, seconds(title.tracks))
  const left = seconds(missing) - (fetching?.seconds ?? 0) * (mine?.part ?? 0)
  return { state: nameOf(title, missing.length, mine), part: 1 - left / whole, bytes: bytesOf(sounds), hold }
}

function nameOf(title: OfflineTitle, missing: number, download: Download | undefined): TitleState['state'] {
  if (title.isEnding) return 'ending'
  if (missing === 0) return 'saved'
  if (title.isStopped) return 'stopped'
  return download ? 'saving' : 'waiting'
}

const bytesOf = (sounds: readonly OfflineEntry[]): number => sounds.reduce((sum, { sound }) => sum + sound.bytes, 0)
