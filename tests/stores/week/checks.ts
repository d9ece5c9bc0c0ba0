import { expect } from 'vitest'
import { resumeAt } from '#contract/listening/listening.ts'
import type { KnownAccess } from '#stores/listening/title-access.ts'
import { textOf } from './marks-model.ts'
import type { Device } from './device.ts'
import { keptSounds } from './doings.ts'
import { unsentMarks } from './marking.ts'
import { hasRight, nameOf, type Listener } from './people.ts'
import { personOn, type Week } from './week.ts'

type MarkRow = { id: string; seconds: number; until: number | null; note: string }
const MAX_STORED = 300_000
const MAX_TIMERS = 12

const devicesOf = ({ devices }: Week, listener: Listener): Device[] =>
  devices.filter(({ accountId }) => accountId === String(listener.id))

/** What may be looked at in every moment: whose marks a device shows, and whether something plays that may not. */
export async function checkMoment(week: Week): Promise<void> {
  expect(week.line.faults).toEqual([])
  for (const device of week.devices) {
    device.run(() => checkOwnOnly(week, device))
    await checkKept(week, device)
  }
}

function checkOwnOnly(week: Week, device: Device): void {
  const person = personOn(week, device)
  const [marks, title] = [device.page.marks.$marks.get(), device.page.positions.lastPlayedTitle()]
  if (!person) return
  const foreign = marks.filter(({ note }) => note !== '' && !note.startsWith(`«${person.name}»`))
  expect(foreign, `${device.name} shows ${person.name} marks of others`).toEqual([])
  if (title !== undefined)
    expect(person.places.titles, `${device.name} knows what ${person.name} heard`).toContain(title)
}

/** A title whose right is over by its lease does not play, whatever the clock of the device says. */
async function checkKept(week: Week, device: Device): Promise<void> {
  const person = personOn(week, device)
  const { simulation, catalog } = week
  for (const { title, plays } of await keptSounds(device)) {
    if (!person) continue
    const isOver = title === catalog.covered.id && !person.owns.has(title) && simulation.now > person.planEnds
    if (isOver && !device.isSetBack) expect(plays, `${device.name} plays ${title} after the plan ended`).toBe(false)
  }
}

/** After all devices have met. */
export async function checkMeeting(week: Week): Promise<void> {
  for (const listener of week.listeners) {
    await checkMarks(week, listener)
    checkFollows(week, listener)
    await checkPlaces(week, listener)
  }
  for (const device of week.devices) {
    await checkRights(week, device)
    device.run(() => checkSize(device))
  }
}

const marksOn = (device: Device) => device.run(() => device.page.marks.$marks.get())

async function checkMarks(week: Week, listener: Listener): Promise<void> {
  const rows = await week
    .shop()
    .db.query<MarkRow>('select id, seconds, until, note from marks where user_id = $1 and not is_deleted order by id', [
      listener.id,
    ])
  const there = new Map(rows.map(({ id, ...content }) => [id, textOf(content)]))
  for (const id of new Set([...listener.marks.marks.keys(), ...there.keys()])) {
    const value = there.get(id) ?? 'deleted'
    const allowed = listener.marks.allowed(id)
    expect([...allowed], `mark ${id} of ${listener.name} is ${value}`).toContain(value)
  }
  for (const device of devicesOf(week, listener)) {
    const shown = marksOn(device).filter(({ fault }) => fault === undefined)
    const here = Object.fromEntries(shown.map(({ id, ...content }) => [id, textOf(content)]))
    expect(here, `marks of ${listener.name} on ${device.name}`).toEqual(Object.fromEntries(there))
    expect(shown.length, `marks that are there twice on ${device.name}`).toBe(there.size)
  }
  const refused = devicesOf(week, listener).flatMap((device) => marksOn(device).filter(({ fault }) => fault))
  for (const { id } of refused) expect(there.has(id), `the refused mark ${id} is in the shop`).toBe(false)
  for (const id of listener.marks.marks.keys())
    if (!refused.some((mark) => mark.id === id)) listener.marks.settle(id, there.get(id) ?? 'deleted')
}

function checkFollows(week: Week, listener: Listener): void {
  const wanted = [...listener.follows].flatMap(([name, isFollowed]) => (isFollowed ? [name] : []))
  for (const device of devicesOf(week, listener)) {
    const known = device.page.follows.$follows.get()
    const shown = known.state === 'ready' ? known.follows.map(nameOf) : [known.state]
    expect(shown.toSorted(), `what ${listener.name} follows on ${device.name}`).toEqual(wanted.toSorted())
  }
}

/** Every device goes on where the listener stopped last, on whichever. */
async function checkPlaces(week: Week, listener: Listener): Promise<void> {
  const ids = week.catalog.all.map(({ id }) => id)
  const known = await accessOn(week, devicesOf(week, listener), ids)
  for (const title of ids) {
    for (const { device, titles } of known) {
      const place = titles.find(({ product_id: id }) => id === title)?.last_place ?? null
      const where = `${listener.name} in ${title} on ${device.name}: ${JSON.stringify([place, listener.places.of(title)])}`
      expect(listener.places.allows(title, place), `the shop: ${where}`).toBe(true)
      const { start } = device.run(() => device.page.positions.resumePositionOf(title, place))
      const length = week.catalog.lengths.get(start?.trackId ?? 0) ?? 0
      const here = start && { track_id: start.trackId, seconds: resumeAt(Math.floor(start.seconds), length) }
      expect(listener.places.allows(title, here ?? null), `the device: ${JSON.stringify(here)} ${where}`).toBe(true)
    }
  }
}

type Known = { device: Device; titles: KnownAccess[] }
async function accessOn({ simulation }: Week, devices: Device[], ids: number[]): Promise<Known[]> {
  const asked = devices.map(async (device) => {
    const result = await device.run(() => device.page.access.accessTo(ids))
    return { device, titles: result.ok ? result.titles : [] }
  })
  await simulation.runUntil(simulation.now + 5_000)
  return Promise.all(asked)
}

/** The shop was asked a moment ago: what nobody may hear here is gone, and the rest plays. */
async function checkRights(week: Week, device: Device): Promise<void> {
  const person = personOn(week, device)
  for (const { title, plays } of await keptSounds(device)) {
    const isRight = person !== undefined && hasRight(week.catalog, person, title, week.simulation.now)
    expect([title, isRight, plays], `kept on ${device.name}`).toEqual([title, true, true])
  }
}

/** With a line everything was sent by itself: nobody had to open a page for it. */
export function checkSent(week: Week): void {
  for (const device of week.devices)
    device.run(() => {
      expect(unsentRightful(device), `${device.name} has unsent marks`).toEqual([])
      expect(device.page.memory.$reportQueue.get().reports, `${device.name} has unsent reports`).toEqual([])
    })
}

/** Nothing grows. */
function checkSize(device: Device): void {
  expect(Object.keys(device.page.memory.$reportQueue.get().maps).length).toBeLessThanOrEqual(20)
  const stored = [...device.local.texts.values()].reduce((sum, text) => sum + text.length, 0)
  expect(stored, `characters that ${device.name} stores`).toBeLessThan(MAX_STORED)
  expect(device.visit.timers.size, `timers of ${device.name}`).toBeLessThan(MAX_TIMERS)
}

/** A mark that the shop refused stays with the reason. */
function unsentRightful(device: Device): string[] {
  const faulty = new Set(device.page.marks.$marks.get().flatMap(({ id, fault }) => (fault ? [id] : [])))
  return unsentMarks(device).filter((id) => !faulty.has(id))
}
