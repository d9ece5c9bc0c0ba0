import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  decodeOfflineAudio,
  OFFLINE_AUDIO_HEADER,
  offlineCaches,
  type OfflineAudio,
} from '#contract/offline/offline.ts'
import { signOut } from '#stores/accounts/sign-out.ts'
import { resumeDownloads } from '#stores/offline/titles/download.ts'
import { $removedTitles, clearRemovedTitles, renewLeases } from '#stores/offline/titles/leases.ts'
import { removeHeard, removeTitle } from '#stores/offline/titles/remove.ts'
import { resumeTitle, saveTitle, stopTitle } from '#stores/offline/titles/save.ts'
import { startOfflineTitles } from '#stores/offline/titles/start-titles.ts'
import { $download, $hold, $titleStates, loadTitles } from '#stores/offline/titles/state.ts'
import { grant } from '../../../src/server/library/library.ts'
import { mayPlay } from '../../../src/service-worker/leases.ts'
import { signedIn, subscribe, withTracks, type Listener, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { useOfflineBrowser } from '../support/offline.ts'
import { beListener } from '../support/session.ts'

const DAY_MS = 86_400_000
const shop = useShop()
const network = useNetwork(shop)
const disk = useOfflineBrowser()
const realNow = Date.now
/** What the clock of the browser shows more than the real one. */
let shift = 0
vi.spyOn(Date, 'now').mockImplementation(() => realNow() + shift)

let listener: Listener
/** Covered by a plan, and bought. */
let covered: Title
let bought: Title

async function newListener(): Promise<void> {
  listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  await subscribe(shop(), listener, 'plan-30', [-1, 10.5])
  await grant(shop().context, listener.id, bought.id, 'purchase')
}

beforeAll(async () => {
  covered = await withTracks(shop(), 'shriman-yogi', [60, 70, 80])
  bought = await withTracks(shop(), 'chhava', [50, 40])
  await shop().db.query("update products set purchase_only = true where key = 'chhava'")
})

beforeEach(async () => {
  disk.all.clear()
  disk.room = Infinity
  disk.isFull = false
  shift = 0
  await loadTitles()
  clearRemovedTitles()
  await newListener()
  await startOfflineTitles(() => ({ locale: 'en', href: '/' }))
})

const candidate = ({ id }: Title) => ({ id, name: `Title ${id}`, locale: 'en' as const, href: '/' })
const save = (title: Title) => saveTitle(candidate(title), 'light')
const settled = () => resumeDownloads()
const stateOf = ({ id }: Title) => $titleStates.get().get(id)?.state
const everything: Record<string, 'cut'> = { '': 'cut' }

/** What lies on the disk, each whole. */
async function soundsOnDisk(): Promise<OfflineAudio[]> {
  const stored = [...(disk.all.get(offlineCaches.tracks)?.values() ?? [])]
  const sounds = stored.flatMap(({ body, headers }) => {
    const sound = decodeOfflineAudio(new Headers(headers).get(OFFLINE_AUDIO_HEADER))
    return sound ? { sound, bytes: body.byteLength } : []
  })
  expect(sounds.filter(({ sound, bytes }) => sound.bytes !== bytes)).toEqual([])
  return sounds.map(({ sound }) => sound)
}
const tracksOnDisk = async () =>
  (await soundsOnDisk()).flatMap(({ trackId }) => trackId ?? []).toSorted((a, b) => a - b)

it('[RM-4] a saved title is fetched track by track, and each may play', async () => {
  expect(await save(covered)).toBeUndefined()
  await settled()
  expect(await tracksOnDisk()).toEqual(covered.tracks)
  expect(stateOf(covered)).toBe('saved')
  for (const sound of await soundsOnDisk()) expect(await mayPlay(sound, 'start')).toBe(true)
  const asked = network.requests.filter(({ path }) => path.endsWith('/keep-track/')).map(({ body }) => body)
  expect(asked).toMatchObject(covered.keys.map((key) => ({ key, edition: 'light' })))
})

it('[RM-4] a title without the right is not saved', async () => {
  await shop().db.query('delete from library_entries where user_id = $1', [listener.id])
  expect(await save(bought)).toBe('noAccess')
  expect(disk.all.get(offlineCaches.tracks)?.size ?? 0).toBe(0)
})

it('[RM-4] what arrived before the line was lost stays, and the rest follows when it is back', async () => {
  await save(covered)
  await vi.waitUntil(async () => (await tracksOnDisk()).length > 0)
  network.troubles = everything
  await settled()
  const before = await tracksOnDisk()
  network.troubles = {}
  await resumeDownloads()
  expect(await tracksOnDisk()).toEqual(covered.tracks)
  expect(before.every((id) => covered.tracks.includes(id))).toBe(true)
})

it('[RM-4] a full disk keeps what is whole and says so; with room it goes on', async () => {
  disk.room = 2
  await save(covered)
  await settled()
  expect([await tracksOnDisk(), $hold.get(), stateOf(covered)]).toEqual([covered.tracks.slice(0, 2), 'full', 'waiting'])
  disk.room = Infinity
  await resumeDownloads()
  expect([(await tracksOnDisk()).length, $hold.get()]).toEqual([3, undefined])
})

it('[RM-4] a disk without room for anything says so, and what is whole on it plays on', async () => {
  await save(bought)
  await settled()
  disk.isFull = true
  expect(await save(covered)).toBe('full')
  shift += DAY_MS
  expect(await tracksOnDisk()).toEqual(bought.tracks)
  for (const sound of await soundsOnDisk()) expect(await mayPlay(sound, 'start')).toBe(true)
})

it('[RM-4] what is wanted in the moment in which nothing else is left to fetch is fetched too', async () => {
  const has = disk.has
  let goOn = (): void => undefined
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  // Looks at the disk before the title is there, and hears of it after.
  disk.has = async (name) => {
    disk.has = has
    const isThere = await has(name)
    await gate
    return isThere
  }
  const running = resumeDownloads()
  expect(await save(bought)).toBeUndefined()
  goOn()
  await running
  expect(stateOf(bought)).toBe('saved')
})

it('[RM-4] it can be stopped in the middle of a chapter, and goes on with the next press', async () => {
  let goOn = (): void => undefined
  network.troubles = { '.mp3': { until: new Promise((resolve) => (goOn = resolve)) } }
  await save(covered)
  await vi.waitUntil(() => network.requests.some(({ path }) => path.endsWith('.mp3')))
  expect(stateOf(covered)).toBe('saving')
  await stopTitle(covered.id)
  goOn()
  await settled()
  expect([stateOf(covered), $download.get(), (await tracksOnDisk()).length < 3]).toEqual(['stopped', undefined, true])
  await resumeTitle(covered.id)
  await settled()
  expect(stateOf(covered)).toBe('saved')
})

it('[RM-4] a title that is removed while it arrives leaves nothing', async () => {
  await save(covered)
  await removeTitle(covered.id)
  await settled()
  expect(disk.all.get(offlineCaches.tracks)?.size).toBeLessThanOrEqual(1)
  expect(await tracksOnDisk()).toEqual([])
})

it('[RM-4] a chapter that was heard goes and is not fetched again', async () => {
  await save(bought)
  await settled()
  await removeHeard(bought.id, bought.tracks[0] ?? 0)
  await settled()
  expect([await tracksOnDisk(), stateOf(bought)]).toEqual([[bought.tracks[1]], 'saved'])
})

it.each([
  ['without a recording', 'null'],
  ['whose file is lost', "(select id from media_files where path = 'audio/lost.mp3')"],
])('[RM-4] a chapter %s keeps no other one from coming, and comes when it is there', async (_what, audio) => {
  const [first] = covered.tracks
  const { db } = shop()
  const [{ audio_id: before } = {}] = await db.query<{ audio_id: number }>(
    'select audio_id from tracks where id = $1',
    [first],
  )
  await db.query(`insert into media_files (kind, path, hash, bytes) values ('audio', 'audio/lost.mp3', 'lost', 9)
    on conflict do nothing`)
  await db.query(`update tracks set audio_id = ${audio} where id = $1`, [first])
  await save(covered)
  await save(bought)
  await settled()
  await db.query('update tracks set audio_id = $2 where id = $1', [first, before])
  const others = [...covered.tracks.slice(1), ...bought.tracks].toSorted((a, b) => a - b)
  expect([await tracksOnDisk(), $hold.get(), stateOf(bought)]).toEqual([others, 'failed', 'saved'])
  await resumeDownloads()
  expect([stateOf(covered), $hold.get()]).toEqual(['saved', undefined])
})

it('[RM-4] a refund removes the copies at the next contact, and it is said', async () => {
  await save(bought)
  await settled()
  await shop().db.query('delete from library_entries where user_id = $1', [listener.id])
  await renewLeases()
  expect(await tracksOnDisk()).toEqual([])
  expect($removedTitles.get()).toMatchObject([{ name: `Title ${bought.id}`, why: 'right' }])
})

it('[RM-4] an erased account takes its copies with it', async () => {
  await save(bought)
  await settled()
  await shop().db.query('delete from users where id = $1', [listener.id])
  await renewLeases()
  await vi.waitUntil(async () => (await tracksOnDisk()).length === 0)
  await vi.waitUntil(() => $removedTitles.get().length > 0)
  expect($removedTitles.get()).toMatchObject([{ name: '', why: 'signedOut' }])
})

it('[RM-4] logging out removes everything, also without the server, and leaves no names', async () => {
  await save(bought)
  await settled()
  network.troubles = everything
  await signOut()
  await vi.waitUntil(() => !disk.all.has(offlineCaches.tracks))
  expect($removedTitles.get()).toEqual([])
})

it('[RM-4] a clock that is set back after a lease ran out does not bring it back', async () => {
  await save(bought)
  await settled()
  const [sound] = await soundsOnDisk()
  if (!sound) throw new Error('nothing was saved')
  const answers: boolean[] = []
  for (const days of [29, 2, -20]) {
    shift += days * DAY_MS
    answers.push(await mayPlay(sound, 'start'))
  }
  expect(answers).toEqual([true, false, false])
})

it('[RM-4] a forged lease plays nothing', async () => {
  await save(bought)
  await settled()
  const cache = await disk.open(offlineCaches.tracks)
  const key = `/offline-copies/leases/${bought.id}`
  const lease = (await (await cache.match(key))?.json()) as { text: string }
  await cache.put(key, Response.json({ ...lease, text: lease.text.replace(/"until":\d+/, '"until":9999999999999') }))
  expect(await tracksOnDisk()).toEqual(bought.tracks)
  for (const sound of await soundsOnDisk()) expect(await mayPlay(sound, 'start')).toBe(false)
})

/** The smallest thing that could be right: what is wanted, what is there, until when it may play, and what time it is. */
class Model {
  wanted = new Map<number, { title: Title; isStopped: boolean; until: number }>()
  saved = new Set<number>()
  hasLine = true
  latest = 0
  offset = 0

  now(): number {
    this.latest = Math.max(this.latest, Date.now() + this.offset)
    return this.latest
  }

  /** What happens by itself where there is a line. `until`: undefined without the right. */
  contact(server: number, until: (title: Title) => number | undefined): void {
    if (!this.hasLine || this.wanted.size === 0) return
    this.latest = server
    this.offset = server - Date.now()
    for (const [id, one] of this.wanted) {
      const end = until(one.title)
      if (end === undefined) this.remove(id)
      else one.until = end
    }
  }

  fetch(): void {
    if (!this.hasLine) return
    for (const { title, isStopped } of this.wanted.values())
      if (!isStopped) for (const id of title.tracks) this.saved.add(id)
  }

  remove(id: number): void {
    for (const track of this.wanted.get(id)?.title.tracks ?? []) this.saved.delete(track)
    this.wanted.delete(id)
  }
}

/** The same sequence for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const SEEDS = Array.from({ length: 12 }, (_, index) => index * 7919 + 1)
const STEPS = 18

it.each(SEEDS)('[RM-4] any order of events leaves what the model has (seed %i)', async (seed) => {
  const random = randomOf(seed)
  const model = new Model()
  const serverNow = () => shop().clock.now.getTime()
  const begun = serverNow()
  const planEnd = begun + 10.5 * DAY_MS
  let isOwned = true
  const until = (title: Title) => {
    const renewed = serverNow() + 30 * DAY_MS
    if (title === bought) return isOwned ? renewed : undefined
    return planEnd > serverNow() ? Math.min(renewed, planEnd) : undefined
  }
  const pass = async (days: number) => {
    shop().clock.now = new Date(serverNow() + days * DAY_MS)
    shift += days * DAY_MS
    // A session that nobody uses for a month ends, and takes the copies with it: here the right alone is looked at.
    const never = new Date(serverNow() + 400 * DAY_MS)
    await shop().db.query('update sessions set used_at = $2, expires_at = $3 where user_id = $1', [
      listener.id,
      shop().clock.now,
      never,
    ])
  }
  const events: Record<string, (title: Title) => unknown> = {
    async save(title) {
      const end = until(title)
      await save(title)
      if (!model.hasLine || end === undefined) return
      model.latest = serverNow()
      model.offset = serverNow() - Date.now()
      model.wanted.set(title.id, { title, isStopped: false, until: end })
    },
    loseLine() {
      model.hasLine = false
      network.troubles = everything
    },
    lineBack() {
      model.hasLine = true
      network.troubles = {}
    },
    async reload() {
      await loadTitles()
      await renewLeases()
      model.contact(serverNow(), until)
    },
    async stop({ id }) {
      await stopTitle(id)
      const one = model.wanted.get(id)
      if (one) one.isStopped = true
    },
    async resume({ id }) {
      await resumeTitle(id)
      const one = model.wanted.get(id)
      if (one) one.isStopped = false
    },
    async remove({ id }) {
      await removeTitle(id)
      model.remove(id)
    },
    async refund() {
      isOwned = false
      await shop().db.query('delete from library_entries where user_id = $1 and product_id = $2', [
        listener.id,
        bought.id,
      ])
    },
    async buyAgain() {
      isOwned = true
      await grant(shop().context, listener.id, bought.id, 'purchase')
    },
    passDay: () => pass(1),
    passWeek: () => pass(7),
    passMonth: () => pass(31),
    clockBack() {
      shift -= 40 * DAY_MS
    },
  }
  const names = Object.keys(events)
  const done: string[] = []
  // Half of the sequences begin with something to lose.
  for (let step = 0; step < STEPS; step += 1) {
    const name = step < 2 ? 'save' : (names[random(names.length)] ?? '')
    const title = (step < 2 ? step : random(2)) === 0 ? covered : bought
    done.push(`${name} ${title === covered ? 'covered' : 'bought'}`)
    await events[name]?.(title)
    await settled()
    // The server refuses tracks of a right that ended: then all leases are asked for.
    const missing = [...model.wanted.values()].some(
      (one) => !one.isStopped && one.title.tracks.some((id) => !model.saved.has(id)) && until(one.title) === undefined,
    )
    if (missing) model.contact(serverNow(), until)
    model.fetch()
    expect(await tracksOnDisk(), done.join(', ')).toEqual([...model.saved].toSorted((a, b) => a - b))
    const now = model.now()
    for (const sound of await soundsOnDisk()) {
      const end = model.wanted.get(sound.titleId ?? 0)?.until ?? 0
      expect([sound.key, await mayPlay(sound, 'start')], done.join(', ')).toEqual([sound.key, now <= end])
    }
  }
})
