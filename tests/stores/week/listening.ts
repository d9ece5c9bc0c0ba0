import type { Device } from './device.ts'
import { hasRight } from './people.ts'
import { personAt, type Week } from './week.ts'

const TICK_MS = 10_000
const TICK_SECONDS = 10

/** What the models know of a place: where the listener is, and whether the shop must hear of it. */
function noteStop(
  week: Week,
  device: Device,
  { isSure, isBegun = false }: { isSure: boolean; isBegun?: boolean },
): void {
  const { $playing, $playerTime } = device.page.playerState
  const now = $playing.get()
  const track = now?.title.tracks[now.index]
  const person = personAt(week, device.page.reports.listenerName())
  if (!now || !track || !person) return
  person.places.stop(now.title.id, {
    ...{ device: device.name, track: track.id, length: track.track_length, at: week.simulation.now },
    ...(!isBegun && { seconds: $playerTime.get().seconds }),
    isSure: isSure && week.rightful.has(device),
  })
}

/** Called after each opening of a page. */
export function watchPlayer(week: Week, device: Device): void {
  const { $player } = device.page.playerState
  let before = ''
  $player.listen((now) => {
    // A title that never sounds has a place too: where it was to begin.
    if (now.state !== before && now.state !== 'idle') noteStop(week, device, { isSure: false })
    if (now.state === 'playing' && before !== 'playing') {
      const person = personAt(week, device.page.reports.listenerName())
      // The server looks at the right to a title when it begins.
      if (person && hasRight(week.catalog, person, now.title.id, week.simulation.now)) week.rightful.add(device)
      else week.rightful.delete(device)
      noteStop(week, device, { isSure: false, isBegun: true })
    }
    before = now.state
  })
}

/** Plays a title, a chapter of it, or what the player has, for some minutes. */
export function listen(week: Week, device: Device): void {
  const { chance, catalog } = week
  const title = chance.of(catalog.all)
  if (!title) return
  const wish = chance.percent(25) ? { trackId: chance.of(title.tracks) } : {}
  void device.page.player.playTitle(title.id, wish)
  const steps = chance.between(2, 20)
  for (let step = 1; step <= steps; step += 1) device.later(step * TICK_MS, () => hear(week, device))
  if (chance.percent(85)) device.later(steps * TICK_MS + 500, () => pause(week, device))
}

function hear(week: Week, device: Device): void {
  const { audio } = device.visit
  const now = device.page.playerState.$player.get()
  if (!audio || audio.paused || now.state !== 'playing') return
  audio.duration = now.title.tracks[now.index]?.track_length ?? 0
  const seconds = Math.min(audio.duration, audio.currentTime + TICK_SECONDS)
  audio.reach(seconds)
  if (seconds < audio.duration) return noteStop(week, device, { isSure: false })
  noteStop(week, device, { isSure: true })
  audio.pause()
  audio.dispatchEvent(new Event('ended'))
}

export function pause(week: Week, device: Device): void {
  device.run(() => {
    if (device.page.playerState.$player.get().state !== 'playing') return
    noteStop(week, device, { isSure: true })
    device.page.player.pausePlayer()
  })
}

/** Where somebody drags the slider to counts once they let it go. */
export function seek(week: Week, device: Device): void {
  const { chance } = week
  device.run(() => {
    const { $player } = device.page.playerState
    const now = $player.get()
    if (now.state !== 'playing') return
    const length = now.title.tracks[now.index]?.track_length ?? 0
    device.page.player.seekTo(chance.below(Math.max(1, Math.floor(length) - 5)))
    noteStop(week, device, { isSure: false })
  })
}

/** The tab is closed, or killed: then nobody tells it that it ends. */
export async function reopen(week: Week, device: Device, isKilled: boolean): Promise<void> {
  if (!isKilled)
    device.run(() => {
      const isPlaying = device.page.playerState.$player.get().state === 'playing'
      if (isPlaying) noteStop(week, device, { isSure: true })
      Object.assign(device.visit.document, { visibilityState: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
      dispatchEvent(new Event('pagehide'))
    })
  await device.open()
  await week.simulation.settle()
  watchPlayer(week, device)
}
