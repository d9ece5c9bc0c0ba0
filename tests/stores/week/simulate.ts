import type { TestShop } from '../../api/support/shop.ts'
import { setFollow } from '#contract/library/follows.ts'
import { offlineLeases } from '#contract/offline/offline-leases.ts'
import { installBrowsers } from './browser.ts'
import { checkMeeting, checkMoment, checkSent } from './checks.ts'
import { Device } from './device.ts'
import { doSomething, happenToAll, signOut } from './doings.ts'
import { Line, type Exchange } from './line.ts'
import { pause, reopen } from './listening.ts'
import { makeCatalog, makeListeners, nameOf, type Followed } from './people.ts'
import { personAt, tell, type Week } from './week.ts'
import { chanceOf, Simulation } from './simulation.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Of four listeners. */
const DEVICES = ['asha 1', 'asha 2', 'vasant 1', 'vasant 2', 'meera 1', 'meera 2', 'ravi 1']
/** Longer than the longest pause before something is sent again. */
const CALM_MS = 20 * 60_000

export async function makeWeek(shop: () => TestShop, seed: number): Promise<Week> {
  installBrowsers()
  const simulation = new Simulation(shop().clock.now.getTime())
  const chance = chanceOf(seed)
  const line = new Line(simulation, chance, shop)
  const [catalog, listeners] = [await makeCatalog(shop()), await makeListeners(shop())]
  const week: Week = { simulation, chance, shop, catalog, line, listeners, devices: [], rightful: new Set(), log: [] }
  line.onExchange = (exchange) => noteExchange(week, exchange)
  for (const name of DEVICES) {
    const owner = listeners.find((one) => name.startsWith(one.name))
    if (!owner) continue
    const device = new Device(simulation, { name, owner, line })
    week.devices.push(device)
    await reopen(week, device, true)
  }
  return week
}

/** What the shop took, in the order in which it did, and what it told whom. */
function noteExchange(week: Week, { device, path, sent, status, reply, account }: Exchange): void {
  const person = personAt(week, account)
  if (status === 200 && path === setFollow.path && sent) {
    const { is_followed: isFollowed, ...followed } = JSON.parse(sent) as Followed & { is_followed: boolean }
    person?.follows.set(nameOf(followed), isFollowed)
  }
  if (status === 200 && path === offlineLeases.path) device.isSetBack = false
  const foreign = week.listeners.find((one) => one !== person && reply.includes(`«${one.name}»`))
  if (foreign) week.line.faults.push(`${path} told ${person?.name ?? 'nobody'} a note of ${foreign.name}`)
}

/** Devices are used more by day than by night. `rate`: things that are done on a device in a day. */
export async function live(week: Week, days: number, rate: number): Promise<void> {
  const { simulation } = week
  for (let day = 0; day < days; day += 1) {
    const midnight = simulation.now
    for (const device of week.devices) plan(week, device, rate, midnight)
    for (let time = 0; time < 4; time += 1) simulation.at(midnight + week.chance.below(DAY_MS), () => happenToAll(week))
    for (let hour = 6; hour < 24; hour += 6) {
      await simulation.runUntil(midnight + hour * HOUR_MS)
      await checkMoment(week)
    }
    await simulation.runUntil(midnight + DAY_MS)
    await meet(week)
  }
}

function plan(week: Week, device: Device, rate: number, midnight: number): void {
  const { chance, simulation } = week
  for (let time = 0; time < rate; time += 1) {
    const moment = midnight + chance.below(DAY_MS - HOUR_MS)
    // Much is done shortly after something else.
    const more = chance.percent(50) ? chance.between(1, 5) : 1
    for (let step = 0; step < more; step += 1)
      simulation.at(moment + step * chance.between(500, 90_000), () => doSomething(week, device))
  }
}

/** All lines are up, the owners are signed in, and nothing is touched until everything was sent. */
export async function meet(week: Week): Promise<void> {
  const { simulation, line, devices } = week
  tell(week, 'all meet')
  line.trouble = 0
  for (const device of devices) {
    pause(week, device)
    if (!device.isOnline) device.setLine(true)
  }
  await simulation.runUntil(simulation.now + CALM_MS)
  for (const device of devices) if (device.accountId !== String(device.owner.id)) void signOut(week, device)
  await simulation.runUntil(simulation.now + CALM_MS)
  for (const device of devices) if (!device.isSignedIn) void device.signIn(device.owner)
  for (let time = 0; time < 2; time += 1) {
    await simulation.runUntil(simulation.now + CALM_MS)
    checkSent(week)
    for (const device of devices) visitPages(device)
  }
  await simulation.runUntil(simulation.now + CALM_MS)
  await checkMoment(week)
  await checkMeeting(week)
  line.trouble = 12
}

/** Their pages with the marks, what is followed and what is kept are opened. */
function visitPages(device: Device): void {
  device.run(() => {
    const { marks, reports, follows, leases, download } = device.page
    void marks.sendMarks()
    void reports.sendReports()
    void follows.loadFollows()
    void leases.renewLeases().then(() => download.resumeDownloads())
  })
}
