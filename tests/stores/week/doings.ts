import { decodeOfflineAudio, OFFLINE_AUDIO_HEADER, offlineCaches } from '#contract/offline/offline.ts'
import type { Title } from '../../api/support/listening.ts'
import { buildApp } from '../../../src/server/app.ts'
import type { Device } from './device.ts'
import { listen, pause, reopen, seek } from './listening.ts'
import { addMark, deleteMark, editMark, unsentMarks } from './marking.ts'
import { buy, nameOf, refund } from './people.ts'
import { personOn, tell, type Week } from './week.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Something that a listener does on a device, or that happens to it; the number is how often. */
type Doing = (week: Week, device: Device) => unknown

async function follow(week: Week, device: Device): Promise<void> {
  const person = personOn(week, device)
  const wanted = week.chance.of(week.catalog.news)
  if (!person || !wanted) return
  const isWanted = week.chance.percent(60)
  const fault = await device.page.follows.follow(wanted, isWanted)
  if (fault === undefined && !person.follows.has(nameOf(wanted)))
    week.line.faults.push(`the shop confirmed ${nameOf(wanted)} and never got it`)
}

function goOffline(week: Week, device: Device): void {
  if (!device.isOnline) return device.setLine(true)
  const { chance } = week
  const ms = chance.percent(70) ? chance.between(1, 90) * MINUTE_MS : chance.between(4, 40) * HOUR_MS
  device.setLine(false)
  week.simulation.in(ms, () => device.setLine(true))
}

const candidate = ({ id }: Title) => ({ id, name: `Title ${id}`, locale: 'en' as const, href: '/' })

function keep(week: Week, device: Device): unknown {
  const title = week.chance.of(week.catalog.all)
  return title && device.page.save.saveTitle(candidate(title), 'light')
}

function dropKept(week: Week, device: Device): unknown {
  const title = week.chance.of(week.catalog.all)
  return title && device.page.remove.removeTitle(title.id)
}

/** What was not sent goes with the listener. */
function forget(week: Week, device: Device): void {
  const ids = unsentMarks(device)
  for (const { marks, places } of week.listeners) {
    marks.clear(device.name, ids)
    places.doubt(device.name)
  }
}

export async function signOut(week: Week, device: Device): Promise<void> {
  if (!device.isSignedIn || device.isLeft) return
  pause(week, device)
  forget(week, device)
  device.isLeft = true
  await device.run(() => device.page.signOut.signOut())
  device.isLeft = false
  for (const name of ['marks', 'playerPlaces', 'playerReports', 'productId'])
    if (device.local.getItem(name) !== null) week.line.faults.push(`${device.name} has ${name} after signing out`)
  if (device.isSignedIn) week.line.faults.push(`${device.name} is signed in after signing out`)
}

/** The owner comes back, or lends the device to somebody who leaves again before long. */
async function signIn(week: Week, device: Device): Promise<void> {
  const guest = week.chance.percent(15) ? week.chance.of(week.listeners) : undefined
  const isIn = await device.signIn(guest ?? device.owner)
  if (!isIn || !guest || guest.id === device.owner.id) return
  device.later(20 * MINUTE_MS, () => addMark(week, device))
  week.simulation.in(30 * MINUTE_MS, () => {
    if (device.accountId === String(guest.id)) void signOut(week, device)
  })
}

/** Whatever waits then has no certain age; what is kept offline must not come back by it. */
function moveClock(week: Week, device: Device): void {
  const { chance } = week
  for (const { marks, places } of week.listeners) {
    marks.moveClock(device.name, unsentMarks(device))
    places.doubt(device.name)
  }
  const before = device.clockOffset
  device.clockOffset = chance.percent(40) ? 0 : chance.between(-40, 20) * HOUR_MS
  if (device.clockOffset < before) device.isSetBack = true
}

const everyday: [number, string, Doing][] = [
  [22, 'listens', listen],
  [8, 'pauses', pause],
  [6, 'seeks', seek],
  [14, 'marks', addMark],
  [12, 'edits a mark', editMark],
  [5, 'deletes a mark', deleteMark],
  [8, 'follows', follow],
  [9, 'loses or gets a line', goOffline],
  [5, 'keeps a title', keep],
  [2, 'drops a title', dropKept],
  [5, 'reloads', (week, device) => reopen(week, device, false)],
  [3, 'is killed', (week, device) => reopen(week, device, true)],
  [2, 'signs out', signOut],
  [1, 'ends other sessions', (_week, device) => device.page.security.endOthers()],
  [2, 'gets another clock', moveClock],
]
const all = everyday.flatMap(([times, ...doing]) => Array.from({ length: times }, () => doing))

/** One thing on one device. What takes long goes on while others do theirs. */
export async function doSomething(week: Week, device: Device): Promise<void> {
  if (device.isLeft) return
  if (!device.isSignedIn) {
    tell(week, device.name, 'signs in')
    return void signIn(week, device)
  }
  const [name, doing] = week.chance.of(all) ?? []
  tell(week, device.name, name, device.isOnline ? '' : '(no line)')
  const done = device.run(() => doing?.(week, device))
  // A page opens at once; everything else waits for the line.
  if (name === 'reloads' || name === 'is killed') await done
}

/** What happens to the shop, and to rights. */
export async function happenToAll(week: Week): Promise<void> {
  const { chance, catalog, line, listeners } = week
  const listener = chance.of(listeners)
  if (!listener) return
  const what = chance.below(4)
  if (what === 0) return restart(week)
  if (what === 1 && !listener.owns.has(catalog.sold.id)) {
    tell(week, listener.name, 'buys')
    return buy(week.shop(), listener, catalog.sold.id, chance.percent(30))
  }
  if (what === 2 && listener.owns.has(catalog.sold.id)) {
    tell(week, listener.name, 'gets the money back')
    for (const device of week.devices) listener.marks.endRight(unsentMarks(device))
    return refund(week.shop(), listener, catalog.sold.id)
  }
  line.trouble = chance.between(0, 40)
}

async function restart(week: Week): Promise<void> {
  tell(week, 'the shop restarts')
  week.line.isServerUp = false
  await week.shop().app.close()
  week.simulation.in(week.chance.between(5, 240) * 1000, async () => {
    week.shop().app = await buildApp(week.shop().context)
    week.line.isServerUp = true
  })
}

/** Chapters that a device has under a lease. */
export async function keptSounds(device: Device) {
  const stored = [...(device.caches.all.get(offlineCaches.tracks)?.values() ?? [])]
  const sounds = stored.flatMap(
    ({ headers }) => decodeOfflineAudio(new Headers(headers).get(OFFLINE_AUDIO_HEADER)) ?? [],
  )
  return Promise.all(
    sounds.map(async (sound) => ({
      title: sound.titleId ?? 0,
      plays: await device.run(() => device.page.workerLeases.mayPlay(sound, 'start')),
    })),
  )
}
