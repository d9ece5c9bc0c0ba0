import { beforeEach, expect, it } from 'vitest'
import type { TitleEdit } from '#contract/desk/titles/title-edit.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { addTerms } from '../../../src/server/search/terms.ts'
import { importFolder, type FolderImportOptions } from '../../../src/server/import/import-source.ts'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import type { TitleChange } from '../../../src/server/import/stored/changes.ts'
import { SPEECH } from '../support/mp3s.ts'
import { idOf, useShop } from '../support/shop.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop('empty')
const { folderOf } = useSourceFolders()
let cookie = ''
let folders = 0
type Editing = ReplyOf<typeof endpoints.deskTitle>
const KEYS = ['asha', 'neha', 'usha', 'other']

beforeEach(async () => {
  ;({ cookie } = await enterDesk(shop(), 'editor'))
  await shop().db.query('truncate products cascade')
  const names = KEYS.map((key) => `${key},${key},en,199,4.99,${key}.mp3\n`)
  const sounds = KEYS.map((key): [string, Uint8Array] => [`${key}.mp3`, SPEECH])
  const table = `key,name,spoken,priceInr,priceUsd,audio\n${names.join('')}`
  await bring({ 'titles.csv': table, ...Object.fromEntries(sounds) })
})

/** Rows that payments, listeners and the desk lock, and words that a save adds. */
async function blockedRows(): Promise<string[]> {
  const tables = [
    'products',
    'tracks',
    'coupons',
    'plans',
    'people',
    'categories',
    'series',
    'menu_items',
    'search_terms',
  ]
  const attempts = tables.map(async (table) => {
    await shop().db.query(`select 1 from ${table} for update nowait`)
    return undefined
  })
  const results = await Promise.allSettled([...attempts, addWord()])
  return results.flatMap(({ status }, at) => (status === 'rejected' ? [tables[at] ?? 'words'] : []))
}

const addWord = () =>
  shop().db.transaction(async (inner) => {
    await inner.query(`set local lock_timeout = '300ms'`)
    await addTerms(inner, ['Mandakini'], new Set())
  })

type Callbacks = { meanwhile?: () => Promise<void>; confirmRemoval?: () => Promise<boolean> }

/** `meanwhile`: when the sound of the first title is about to be stored. */
async function bring(
  files: Record<string, string | Uint8Array>,
  { meanwhile, confirmRemoval }: Callbacks = {},
  order: Partial<FolderImportOptions> = {},
) {
  const faults: CatalogFault[] = []
  const changes: TitleChange[] = []
  const { context } = shop()
  let first: Promise<void> | undefined
  const stat = async (path: string) => {
    await (first ??= meanwhile?.())
    return context.media.stat(path)
  }
  const path = folderOf(`meanwhile-${(folders += 1)}`, files)
  const result = await importFolder(
    { ...context, media: { ...context.media, stat } },
    { path, ...order },
    {
      ...(confirmRemoval && { confirmRemoval }),
      report: (fault) => void faults.push(fault),
      reportChange: (change) => changes.push(change),
      progress: () => undefined,
    },
  )
  return { result, faults, changes }
}

async function edit(key: string, change: Partial<TitleEdit>): Promise<void> {
  const id = await idOf(shop(), 'products', key)
  const { version, title } = (await sendAt(shop(), cookie, endpoints.deskTitle, { id })).json<Editing>()
  const input = { id, version, title: { ...title, ...change } }
  expect((await sendAt(shop(), cookie, endpoints.deskSaveTitle, input)).statusCode).toBe(200)
}

async function changeState(key: string, change: 'hide' | 'trash'): Promise<void> {
  const id = await idOf(shop(), 'products', key)
  const { version } = (await sendAt(shop(), cookie, endpoints.deskTitle, { id })).json<Editing>()
  expect((await sendAt(shop(), cookie, endpoints.deskChangeState, { id, version, change })).statusCode).toBe(200)
}

const titles = () =>
  shop().db.query(
    `select key, status, withheld, price_inr, translations -> 'en' ->> 'description' as text from products order by key`,
  )
const described = { en: { name: 'asha', description: '<p>Saved meanwhile</p>' } }
const isShown = { status: 'published', withheld: null }
const PRICES = 'key,priceInr,audio\nasha,249,asha-new.mp3\nneha,249,neha.mp3\nusha,249,usha.mp3\nother,249,other.mp3\n'

it('[IM-1] [DK-12] an import leaves what an editor saved, hid and deleted while it read sound', async () => {
  const meanwhile = async () => {
    await edit('asha', { translations: described })
    await changeState('neha', 'hide')
    await changeState('usha', 'trash')
  }
  const sounds = Object.fromEntries(['asha-new', 'neha', 'usha', 'other'].map((name) => [`${name}.mp3`, SPEECH]))
  const { result, changes, faults } = await bring({ 'titles.csv': PRICES, ...sounds }, { meanwhile })
  expect(await titles()).toEqual([
    { key: 'asha', ...isShown, price_inr: 24_900, text: '<p>Saved meanwhile</p>' },
    { key: 'neha', status: 'unpublished', withheld: 'hidden', price_inr: 24_900, text: null },
    { key: 'other', ...isShown, price_inr: 24_900, text: null },
    { key: 'usha', status: 'unpublished', withheld: 'trash', price_inr: 24_900, text: null },
  ])
  expect(result).toMatchObject({ rows: 4, titles: 4, changed: 4 })
  // Each is reported once, with what the shop had when it was written.
  expect(changes.map(({ key }) => key).toSorted()).toEqual(['asha', 'neha', 'other', 'usha'])
  expect(changes.find(({ key }) => key === 'asha')?.fields.map(({ field }) => field)).toEqual(['priceInr'])
  expect(new Set(faults.map((fault) => JSON.stringify(fault))).size).toBe(faults.length)
})

it('[IM-1] [DK-12] an import completes a title that the desk added under its key meanwhile', async () => {
  const meanwhile = async () => {
    await shop().db.query(`update products set key = 'fresh', digest = '' where key = 'other'`)
    await edit('fresh', { translations: { en: { name: 'fresh', description: '<p>Of the desk</p>' } } })
  }
  const table = 'key,name,priceInr,priceUsd,audio\nfresh,fresh,99,2,fresh.mp3\n'
  const { changes } = await bring({ 'titles.csv': table, 'fresh.mp3': SPEECH }, { meanwhile })
  expect((await titles()).find((title) => title['key'] === 'fresh')).toMatchObject({ text: '<p>Of the desk</p>' })
  expect(changes.map(({ key, isNew }) => [key, isNew])).toEqual([['fresh', undefined]])
})

it('[IM-3] --replace does not bring out of the trash what was put there while somebody was asked', async () => {
  const confirmRemoval = async () => {
    await changeState('neha', 'trash')
    await changeState('usha', 'hide')
    return true
  }
  const table = 'key,name,priceInr,priceUsd,audio\nasha,asha,199,4.99,asha.mp3\n'
  await bring({ 'titles.csv': table, 'asha.mp3': SPEECH }, { confirmRemoval }, { replace: true })
  expect(await titles()).toMatchObject([
    { key: 'asha', ...isShown },
    { key: 'neha', withheld: 'trash' },
    { key: 'other', status: 'unpublished', withheld: null },
    { key: 'usha', withheld: 'hidden' },
  ])
})

const LISTS = (name: string, number: number) => ({
  'coupons.csv': `code,percent\nHELD,${number}\n`,
  'people.csv': `key,name.en,popular\nvasudha,${name},${number}\n`,
  'categories.csv': `key,kind,position,name.en\nstories,genre,${number},Stories\n`,
  'series.csv': `key,name.en\nrivers,${name}\n`,
  'menu.csv': `slug,position,name.en\nhome,${number},Home\n`,
  'plans.csv':
    'key,name.en,duration,canPurchase,priceInr,priceUsd,discountedInr,perDayPrice,audioTypes\n' +
    `month,A month,30,yes,${number},2,0,3,audiobook\n`,
})

it('[IM-1] a dry run locks no row for which buyers or the desk wait while it reads sound', async () => {
  await bring(LISTS('Vasudha', 10))
  const blocked: string[][] = []
  const look = async () => void blocked.push(await blockedRows())
  const confirmRemoval = async () => {
    await look()
    return true
  }
  const files = {
    ...LISTS('Mandakini', 20),
    'titles.csv': 'key,name,spoken,priceInr,priceUsd\nasha,Mandakini,en,249,4.99\nfresh,Fresh,en,99,2\n',
    'tracks.csv': 'title,key,audio\nasha,asha-1,asha.mp3\nasha,asha-new,asha.mp3\nfresh,fresh-1,fresh.mp3\n',
    'notifications.csv':
      'key,kind,name.en,product,track\nnews,episode_launch,A new track,asha,asha/asha-new\nfaulty,episode_launch,Lost,asha,asha/neither\n',
    'asha.mp3': SPEECH,
    'fresh.mp3': SPEECH,
  }
  const dry = await bring(files, { meanwhile: look, confirmRemoval }, { replace: true, isDryRun: true })
  expect(blocked).toEqual([[], []])
  expect((await titles()).map(({ key, price_inr: price }) => [key, price])).toEqual(
    KEYS.toSorted().map((key) => [key, 19_900]),
  )
  const { result, changes, faults } = await bring(files, { confirmRemoval: async () => true }, { replace: true })
  expect(faults.map(({ key }) => key)).toEqual(['faulty'])
  expect([dry.result, dry.changes, dry.faults]).toEqual([result, changes, faults])
})
