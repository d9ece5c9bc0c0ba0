import type { Locale } from '#contract/text/locale.ts'
import { nameOrEnglish } from '#contract/text/translation.ts'
import { $player, $playerTime, $playing, trackOf, type Playing } from '../../listening/player/state.ts'
import { renewLeases } from './leases.ts'
import { removeHeard } from './remove.ts'
import { saveTitle } from './save.ts'
import { $offlineSettings } from './settings.ts'
import { $savedTitles } from './state.ts'

/** What is being heard decides what is saved: the next tracks come, and what was heard to its end goes. */

/** With the one that plays. */
const NEXT_TRACKS = 4
/** The last moment of a chapter is not always reported. */
const END_SECONDS = 2

/** The page knows its language, and the address of a title in it. */
export type PageOf = (title: Playing['title']) => { locale: Locale; href: string }

type Heard = { titleId: number; trackId: number; seconds: number; length: number }
let last: Heard | undefined

export function followListening(pageOf: PageOf): void {
  $playerTime.listen(({ seconds, length }) => {
    const now = $playing.get()
    const track = now && trackOf(now)
    // Between two tracks the time is still that of the one before.
    if (!track || (last && last.trackId !== track.id && $player.get().state !== 'playing')) return
    last = { titleId: now.title.id, trackId: track.id, seconds, length }
  })
  $player.listen((player) => {
    const now = $playing.get()
    const track = now && trackOf(now)
    if (last && (last.trackId !== track?.id || player.state === 'ended')) endOf(last)
    if (now && player.state === 'playing') void saveNext(now, pageOf).catch(() => undefined)
  })
}

function endOf(heard: Heard): void {
  last = undefined
  const saved = $savedTitles.get()?.find(({ title }) => title.id === heard.titleId)
  if (!saved) return
  const isHeard = heard.length > 0 && heard.seconds >= heard.length - END_SECONDS
  if (isHeard && $offlineSettings.get().removesHeard) void removeHeard(heard.titleId, heard.trackId)
  // The chapter that was heard to its end although its right is over.
  if (saved.title.isEnding) void renewLeases()
}

async function saveNext({ title, index }: Playing, pageOf: PageOf): Promise<void> {
  if (!$offlineSettings.get().savesNext) return
  const saved = $savedTitles.get()?.find((one) => one.title.id === title.id)?.title
  const ids = title.tracks.slice(index, index + NEXT_TRACKS).map(({ id }) => id)
  const isKnown = saved && (saved.isWhole || ids.every((id) => saved.tracks.some((track) => track.id === id)))
  if (isKnown || saved?.isStopped || saved?.isEnding) return
  const { locale, href } = pageOf(title)
  await saveTitle({ id: title.id, name: nameOrEnglish(title, locale), locale, href }, 'light', ids)
}
