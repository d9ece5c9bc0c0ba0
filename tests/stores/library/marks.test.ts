import { beforeEach, expect, it, vi } from 'vitest'
import { signOut } from '#stores/accounts/sign-out.ts'
import {
  $isUnsaved,
  $newMark,
  $marks,
  $marksSync,
  addMark,
  changeMark,
  closeNewMark,
  removeMark,
  sendMarks,
} from '#stores/library/marks/marks.ts'
import { hasUnsentMarks } from '#stores/library/marks/unsent-marks.ts'
import { MAX_MARKS } from '#contract/library/marks.ts'
import type { Playing } from '#stores/listening/player/state.ts'
import { openTitle } from '#stores/listening/player/title.ts'
import { signedIn, withTracks, type Listener } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { refusal, useNetwork } from '../support/network.ts'
import { beListener } from '../support/session.ts'

const shop = useShop()
const network = useNetwork(shop)
const MARKS = '/api/v1/marks/'
let listener: Listener
let now: Playing
let used = 0

beforeEach(async () => {
  const key = `kid-${(used += 1)}`
  await shop().db.query('update products set is_free = true where key = $1', [key])
  const { id } = await withTracks(shop(), key, [600, 300])
  listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  const result = await openTitle(id)
  if (!result.ok) throw new Error(result.fault)
  now = { title: result.opened.title, index: 1 }
})

const stored = () =>
  shop().db.query<{ note: string; seconds: number; is_deleted: boolean }>(
    'select note, seconds, is_deleted from marks where user_id = $1 order by seconds',
    [listener.id],
  )
const settled = (timeout = 20_000) =>
  vi.waitUntil(() => $marksSync.get() !== 'running' && !hasUnsentMarks(), { timeout })
const requests = () => network.requests.filter(({ path }) => path.endsWith(MARKS))
const first = () => {
  const [mark] = $marks.get()
  if (!mark) throw new Error('there is no mark')
  return mark
}

it('[RM-3] a mark is there at once, waits for the network, and is sent once it is back', async () => {
  network.troubles = { [MARKS]: 'cut' }
  addMark(now, 12.34)
  changeMark(first(), { note: ' Ovi ' })
  await vi.waitUntil(() => $marksSync.get() === 'failed')
  expect($marks.get()).toMatchObject([{ seconds: 12.3, note: 'Ovi', isPending: true }])
  expect(hasUnsentMarks()).toBe(true)
  network.troubles = {}
  dispatchEvent(new Event('online'))
  // The next try by itself comes later.
  await settled(1_500)
  expect(await stored()).toEqual([{ note: 'Ovi', seconds: 12.3, is_deleted: false }])
  expect($marks.get()).toMatchObject([{ note: 'Ovi', isPending: false }])
})

it('[RM-3] a reply that was lost, and a change made meanwhile, end as one mark', async () => {
  network.troubles = { [MARKS]: { status: 502, body: 'bad gateway' } }
  addMark(now, 5)
  await vi.waitUntil(() => $marksSync.get() === 'failed')
  // The server had it after all.
  const [sent] = requests()
  await shop().app.inject({
    ...{ method: 'POST', url: MARKS, payload: sent?.body as object },
    headers: { authorization: `Token ${listener.token}` },
  })
  changeMark(first(), { note: 'later' })
  network.troubles = {}
  await sendMarks()
  await settled()
  expect(await stored()).toEqual([{ note: 'later', seconds: 5, is_deleted: false }])
})

it.each([true, false])(
  '[RM-3] a deleted mark is brought back with its note; the server heard of it: %s',
  async (isHeard) => {
    addMark(now, 7)
    changeMark(first(), { note: 'dear' })
    await settled()
    network.troubles = isHeard ? {} : { [MARKS]: 'cut' }
    const undo = removeMark(first())
    expect($marks.get()).toEqual([])
    await vi.waitUntil(async () => (await stored())[0]?.is_deleted === isHeard)
    await vi.waitUntil(() => $marksSync.get() === (isHeard ? 'done' : 'failed'))
    network.troubles = {}
    undo()
    expect($marks.get()).toMatchObject([{ note: 'dear' }])
    await settled()
    expect(await stored()).toEqual([{ note: 'dear', seconds: 7, is_deleted: false }])
  },
)

it('[RM-3] a mark that the server refuses stays here and stops no other', async () => {
  await shop().db.query('update products set is_free = false where id = $1', [now.title.id])
  addMark(now, 1)
  await vi.waitUntil(() => first().fault !== undefined)
  expect(first().fault).toBe('noAccess')
  await shop().db.query('update products set is_free = true where id = $1', [now.title.id])
  addMark(now, 2)
  await vi.waitUntil(async () => (await stored()).length === 1)
  expect($marks.get()).toHaveLength(2)
  // A request that is refused as a whole is sent again mark by mark.
  network.troubles = { [MARKS]: refusal(400, 'badInput') }
  addMark(now, 3)
  await vi.waitUntil(() => $marks.get().some(({ seconds, fault }) => seconds === 3 && fault !== undefined))
  expect((await stored()).map(({ seconds }) => seconds)).toEqual([2])
})

it.each(['here', 'on another device'])(
  '[RM-3] marks for which there was no room are sent once others are removed %s',
  async (where) => {
    await shop().db.query(
      `insert into marks (user_id, id, product_id, track_id, seconds, note, is_deleted, changed_at, versions, state)
       select $1, gen_random_uuid(), $2, (select min(id) from tracks where product_id = $2), n, '', false, now(),
         array[gen_random_uuid()], 1 from generate_series(1001, 1000 + $3::int) n`,
      [listener.id, now.title.id, MAX_MARKS],
    )
    await sendMarks()
    addMark(now, 1)
    addMark(now, 2)
    const faults = () => $marks.get().flatMap(({ fault }) => fault ?? [])
    await vi.waitUntil(() => faults().length === 2, { timeout: 10_000 })
    expect(faults()).toEqual(['tooManyMarks', 'tooManyMarks'])
    // Asked again without a reason, the server hears nothing of them.
    network.requests = []
    await sendMarks()
    expect(requests()).toMatchObject([{ body: { changes: [] } }])
    const [one, two] = $marks.get().filter(({ isPending }) => !isPending)
    if (!one || !two) throw new Error('there are no marks')
    if (where === 'here') for (const mark of [one, two]) removeMark(mark)
    else
      await shop().db.query('update marks set is_deleted = true, state = 9 where id = any($1::uuid[])', [
        [one.id, two.id],
      ])
    await sendMarks()
    const isDone = () => $marksSync.get() === 'done' && $marks.get().every(({ isPending }) => !isPending)
    await vi.waitUntil(isDone, { timeout: 10_000 })
    expect((await stored()).filter((mark) => mark.seconds < 1000)).toMatchObject([{ seconds: 1 }, { seconds: 2 }])
    expect([faults(), $marks.get().length]).toEqual([[], MAX_MARKS])
  },
)

it('[RM-3] a browser without room keeps marks for the page, says so, and sends them', async () => {
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  addMark(now, 4)
  expect($isUnsaved.get()).toBe(true)
  expect($marks.get()).toHaveLength(1)
  await vi.waitUntil(async () => (await stored()).length === 1)
  full.mockRestore()
  addMark(now, 9)
  expect($isUnsaved.get()).toBe(false)
  await vi.waitUntil(async () => (await stored()).length === 2)
})

it('[RM-3] [SI-9] logging out sends what waits and takes the marks off the browser; who comes next sees none', async () => {
  network.troubles = { [MARKS]: 'cut' }
  addMark(now, 6)
  await vi.waitUntil(() => $marksSync.get() === 'failed')
  network.troubles = {}
  await signOut()
  expect(await stored()).toHaveLength(1)
  expect(localStorage.getItem('marks')).toBeNull()
  const next = await signedIn(shop())
  await beListener({ ...next, email: `${next.id}@x.test` })
  expect($marks.get()).toEqual([])
})

it('[RM-3] marking a second twice makes one mark, and its note opens; a mark that was removed is made again', async () => {
  addMark(now, 8.1)
  closeNewMark()
  addMark(now, 8.9)
  expect($marks.get()).toMatchObject([{ seconds: 8.1 }])
  expect($newMark.get()).toBe(first().id)
  addMark(now, 9)
  expect($marks.get().map(({ seconds }) => seconds)).toEqual(expect.arrayContaining([8.1, 9]))
  for (const mark of $marks.get()) removeMark(mark)
  addMark(now, 8.5)
  expect($marks.get()).toMatchObject([{ seconds: 8.5 }])
  await settled()
  expect((await stored()).filter((mark) => !mark.is_deleted)).toMatchObject([{ seconds: 8.5 }])
})
