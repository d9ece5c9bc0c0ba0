import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { $shelf, changeShelf, openShelf, saveShelf } from '#stores/desk/shop/placed-titles.ts'
import { createShopList, type ListState } from '#stores/desk/shop/shop-list.ts'
import { withValue, type Row } from '#stores/desk/shop/rows.ts'
import { $drafts } from '#stores/desk/titles/drafts.ts'
import {
  $conflict,
  $edit,
  $isChanging,
  $isDirty,
  changeState,
  changeTitle,
  openTitle,
  saveTitle,
  settleConflict,
} from '#stores/desk/titles/editor.ts'
import { $titles, loadTitles } from '#stores/desk/titles/list.ts'
import { $cells, $preview, applyTable, previewTable, typeCell } from '#stores/desk/titles/table.ts'
import { changeTrack } from '#stores/desk/titles/take-file.ts'
import { useShop } from '../../api/support/shop.ts'
import { enterDesk, sendAt } from '../../api/support/staff.ts'
import { useNetwork } from '../support/network.ts'

const shop = useShop()
const network = useNetwork(shop)
let other = ''
beforeAll(async () => {
  network.cookie = (await enterDesk(shop(), 'editor')).cookie
  other = (await enterDesk(shop(), 'editor')).cookie
})

/** The line is slow for calls of this path: what happens on the screen until the reply comes. */
async function meanwhile<Result>(path: string, call: () => Promise<Result>, act: () => void): Promise<Result> {
  let goOn = (): void => undefined
  network.troubles = { [path]: { until: new Promise<void>((resolve) => (goOn = resolve)) } }
  const result = call()
  act()
  goOn()
  return result.finally(() => (network.troubles = {}))
}

describe('a list that is changed while it is saved', () => {
  const faq = createShopList('faq')
  const ready = () => {
    const now = faq.$list.get()
    if (now.state !== 'ready') throw new Error(now.state)
    return now as Extract<ListState, { state: 'ready' }>
  }
  const topic = (key: string): Row => ({ key, _id: key, title: { en: { name: ` ${key} ` } }, queries: [] })
  const typed = (key: string, name: string) => faq.changeRow(key, (row) => withValue(row, 'title.en.name', name))
  const save = (act: () => void) => meanwhile('/lists/faq/', faq.save, act)
  const storedNames = async () =>
    (await sendAt(shop(), other, endpoints.deskShopList, { list: 'faq' }))
      .json<{ rows: { key: string; title: { en?: { name: string } } }[] }>()
      .rows.map(({ key, title }) => `${key}: ${title.en?.name}`)

  it('[DK-12] keeps what was typed since, and the next save sends it once', async () => {
    await faq.load()
    const before = ready().rows.length
    faq.change([...ready().rows, topic('of-two')])
    const isSaved = await save(() => {
      typed('of-two', 'Typed later')
      faq.change([...ready().rows, topic('of-three')])
    })
    expect([isSaved, ready().isDirty, ready().rows.length]).toEqual([true, true, before + 2])
    // The row of before is the same one for the page, and what the server has is known.
    expect(
      ready()
        .rows.map((row) => row['_id'])
        .filter(Boolean),
    ).toEqual(['of-two', 'of-three'])
    expect(ready().base.map((row) => row['key'])).toContain('of-two')
    expect(await storedNames()).toContain('of-two: of-two')
    expect(await faq.save()).toBe(true)
    const names = await storedNames()
    expect(names.slice(before)).toEqual(['of-two: Typed later', 'of-three: of-three'])
    expect(ready().isDirty).toBe(false)
  })

  it('[DK-12] shows what the server created of the rows where nothing was typed since', async () => {
    await faq.load()
    faq.change([...ready().rows, topic('trimmed')])
    await save(() => typed('of-two', 'Else'))
    const row = ready().rows.find(({ key }) => key === 'trimmed')
    expect(row).toMatchObject({ title: { en: { name: 'trimmed' } } })
    expect(ready().rows.find(({ key }) => key === 'of-two')).toMatchObject({ title: { en: { name: 'Else' } } })
    // A return to the page asks nothing away.
    await faq.load()
    expect(ready().rows.find(({ key }) => key === 'of-two')).toMatchObject({ title: { en: { name: 'Else' } } })
  })
})

describe('a shelf that is put in order while it is saved', () => {
  const ids = () => {
    const now = $shelf.get()
    return now.state === 'ready' ? now.titles.map(({ id }) => id) : []
  }
  const moveFirst = () => {
    const now = $shelf.get()
    if (now.state === 'ready') changeShelf([...now.titles.slice(1), ...now.titles.slice(0, 1)])
  }

  it('[DK-12] keeps the later order, also when another shelf was looked at', async () => {
    await openShelf('trending')
    expect(ids().length).toBeGreaterThan(1)
    moveFirst()
    const sent = ids()
    let later: number[] = []
    await meanwhile('/shelves/trending/', saveShelf, () => {
      moveFirst()
      later = ids()
      void openShelf('popular')
    })
    expect($shelf.get()).not.toMatchObject({ shelf: 'trending' })
    await openShelf('trending')
    expect(ids()).toEqual(later)
    expect($shelf.get()).toMatchObject({ isDirty: true, isBusy: false })
    const stored = await sendAt(shop(), other, endpoints.deskShelf, { shelf: 'trending' })
    expect(stored.json<{ titles: { id: number }[] }>().titles.map(({ id }) => id)).toEqual(sent)
    expect(await saveShelf()).toBe(true)
  })
})

describe('a title that is changed while it is saved', () => {
  let id = 0
  const at = async <Reply>(row: Parameters<typeof sendAt>[2], input: Record<string, unknown>) =>
    (await sendAt(shop(), other, row, input)).json<Reply>()
  const read = () => at<ReplyOf<typeof endpoints.deskTitle>>(endpoints.deskTitle, { id })
  const edit = () => $edit.get() ?? expect.fail('no title')

  beforeEach(async () => {
    const [stored] = await shop().db.query<{ id: number }>(`select id from products where key = 'tukaram'`)
    id = stored?.id ?? 0
    const sound = (await read()).title.tracks[0]?.audio ?? ''
    const created = await at<{ id: number }>(endpoints.deskCreateTitle, { type: 'audiobook', spoken: 'mr', name: 'नवे' })
    id = created.id
    await openTitle(id)
    changeTitle({ tracks: [{ translations: { mr: { name: ' एक ' } }, audio: sound, isFree: false }] })
  })
  const save = (act: () => void) => meanwhile(`/titles/${id}/`, saveTitle, act)

  it('[DK-12] keeps a name that is typed in a track which just got its key', async () => {
    await save(() => changeTrack(0, { translations: { mr: { name: 'पहिला' } } }))
    const [track] = edit().tracks
    expect(track).toMatchObject({ key: expect.any(String), translations: { mr: { name: 'पहिला' } } })
    expect([$isDirty.get(), $drafts.get()[0]?.title.tracks[0]?.translations.mr?.name]).toEqual([true, 'पहिला'])
    expect((await read()).title.tracks).toMatchObject([{ translations: { mr: { name: 'एक' } } }])
    expect([await saveTitle(), $isDirty.get(), $drafts.get()]).toEqual([true, false, []])
    expect((await read()).title.tracks).toMatchObject([{ key: track?.key, translations: { mr: { name: 'पहिला' } } }])
  })

  it('[DK-12] that is published slowly takes no second press, and no save, for a change of somebody else', async () => {
    await saveTitle()
    const later: Promise<unknown>[] = []
    const first = await meanwhile(
      '/state/',
      () => changeState('publish'),
      () => {
        changeTitle({ priceInr: 12_300 })
        later.push(changeState('publish'), saveTitle())
      },
    )
    expect([first.ok, await Promise.all(later)]).toEqual([true, [{ ok: false, fault: 'busy' }, false]])
    expect([$isChanging.get(), $conflict.get(), $isDirty.get()]).toEqual([false, undefined, true])
    expect([await saveTitle(), (await read()).state]).toEqual([true, 'shown'])
  })

  it('[DK-12] keeps it too when it is published meanwhile, and when somebody else saved first', async () => {
    await saveTitle()
    await meanwhile(
      '/state/',
      () => changeState('publish'),
      () => changeTitle({ priceInr: 12_300 }),
    )
    expect([edit().priceInr, $isDirty.get()]).toEqual([12_300, true])
    const theirs = await read()
    await at(endpoints.deskSaveTitle, { id, version: theirs.version, title: { ...theirs.title, priceUsd: 700 } })
    await save(() => changeTitle({ ages: '8-12' }))
    expect($conflict.get()).toBeDefined()
    changeTitle({ institute: 'Typed late' })
    settleConflict(new Set())
    expect(edit()).toMatchObject({ priceInr: 12_300, priceUsd: 700, ages: '8-12', institute: 'Typed late' })
  })
})

it('[DK-12] a cell that is typed while the table is applied stays a change, and is never written unseen', async () => {
  await loadTitles()
  const now = $titles.get()
  const [one, two] = now.state === 'ready' ? now.value.titles : []
  if (!one || !two) throw new Error('no titles')
  typeCell(one, 'priceInr', '111')
  await meanwhile('/title-table/', previewTable, () => typeCell(two, 'priceInr', '222'))
  expect($preview.get()).toBeUndefined()
  typeCell(two, 'priceInr', '')
  await previewTable()
  await meanwhile('/title-table/', applyTable, () => typeCell(two, 'nameEn', 'Later'))
  expect(Object.values($cells.get())).toContain('Later')
  expect(Object.values($cells.get())).not.toContain('111')
})
