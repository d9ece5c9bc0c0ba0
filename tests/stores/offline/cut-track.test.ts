import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { partsPath } from '#contract/offline/offline-titles.ts'
import { OFFLINE_AUDIO_HEADER, offlineCaches } from '#contract/offline/offline.ts'
import { resumeDownloads } from '#stores/offline/titles/download.ts'
import { removeTitle } from '#stores/offline/titles/remove.ts'
import { resumeTitle, saveTitle, stopTitle } from '#stores/offline/titles/save.ts'
import { startOfflineTitles } from '#stores/offline/titles/start-titles.ts'
import { $hold, loadTitles } from '#stores/offline/titles/state.ts'
import { grant } from '../../../src/server/library/library.ts'
import { signedIn, withTracks, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { useOfflineBrowser } from '../support/offline.ts'
import { beListener } from '../support/session.ts'

const PART = 512 * 1024
/** Instead of millions of bytes in a message. */
const nameOf = (bytes: Buffer) => `${bytes.length} bytes ${createHash('sha256').update(bytes).digest('hex')}`
const shop = useShop()
const network = useNetwork(shop)
const disk = useOfflineBrowser()
let title: Title
let recording: Buffer

/** What the shop sends for the only track from now on: another recording has another address. */
async function record(bytes: number): Promise<void> {
  recording = randomBytes(bytes)
  const hash = createHash('md5').update(recording).digest('hex')
  await writeFile(join(shop().media, `audio/${hash}.mp3`), recording)
  await shop().db.query(
    `with new as (insert into media_files (kind, path, hash, bytes) values ('audio', $1, $2, $3) returning id)
     update tracks set audio_id = new.id from new where product_id = $4`,
    [`audio/${hash}.mp3`, hash, bytes, title.id],
  )
}

beforeAll(async () => {
  title = await withTracks(shop(), 'chhava', [50])
})

beforeEach(async () => {
  disk.all.clear()
  await record(3 * PART + 100)
  await loadTitles()
  const listener = await signedIn(shop())
  await beListener({ ...listener, email: `${listener.id}@x.test` })
  await grant(shop().context, listener.id, title.id, 'purchase')
  await startOfflineTitles(() => ({ locale: 'en', href: '/' }))
})

const save = async () => {
  const fault = await saveTitle({ id: title.id, name: 'Chhava', locale: 'en', href: '/' }, 'full')
  expect(fault).toBeUndefined()
  await resumeDownloads()
}
const entries = () => [...(disk.all.get(offlineCaches.tracks) ?? [])]
const wholeOnDisk = () =>
  entries().flatMap(([, { body, headers }]) =>
    new Headers(headers).has(OFFLINE_AUDIO_HEADER) ? nameOf(Buffer.from(body)) : [],
  )
const partsOnDisk = () => entries().filter(([key]) => key.startsWith(partsPath(title.tracks[0] ?? 0))).length
const ranges = () => network.requests.flatMap(({ range }) => range ?? [])
const from = (part: number) => `bytes=${part * PART}-${(part + 1) * PART - 1}`

it('[RM-4] of a track that is cut the parts that arrived stay, and only the rest is fetched', async () => {
  network.troubles = { '.mp3': { passes: 2, then: 'cut' } }
  await save()
  expect([$hold.get(), wholeOnDisk(), partsOnDisk()]).toEqual(['offline', [], 2])
  network.troubles = {}
  network.requests = []
  await resumeDownloads()
  expect(ranges()).toEqual([from(2), from(3)])
  expect(wholeOnDisk()).toEqual([nameOf(recording)])
  expect([$hold.get(), partsOnDisk()]).toEqual([undefined, 0])
})

it.each([
  ['as long', 3 * PART + 100],
  ['shorter than what arrived', PART - 7],
])('[RM-4] another recording takes the place of the parts of the one before: one that is %s', async (_what, bytes) => {
  network.troubles = { '.mp3': { passes: 2, then: 'cut' } }
  await save()
  network.troubles = {}
  await record(bytes)
  await resumeDownloads()
  expect(wholeOnDisk()).toEqual([nameOf(recording)])
  expect(partsOnDisk()).toBe(0)
})

it('[RM-4] an address that ends in the middle is followed by the next one, without a pause', async () => {
  network.troubles = { '.mp3': { passes: 2, then: { status: 403, body: '' }, isOnce: true } }
  await save()
  expect([wholeOnDisk(), $hold.get()]).toEqual([[nameOf(recording)], undefined])
  expect(ranges()).toEqual([from(0), from(1), from(2), from(2), from(3)])
})

it('[RM-4] one that is refused at once is not asked for again and again', async () => {
  network.troubles = { '.mp3': { status: 403, body: '' } }
  await save()
  expect([$hold.get(), ranges().length]).toEqual(['failed', 1])
})

it('[RM-4] a server that knows no ranges is taken as it is', async () => {
  network.troubles = { '.mp3': 'whole' }
  await save()
  expect([wholeOnDisk(), partsOnDisk()]).toEqual([[nameOf(recording)], 0])
})

it('[RM-4] a title that is stopped keeps its parts; one that is removed keeps none', async () => {
  network.troubles = { '.mp3': { passes: 2, then: 'cut' } }
  await save()
  await stopTitle(title.id)
  expect(partsOnDisk()).toBe(2)
  await resumeTitle(title.id)
  await removeTitle(title.id)
  await resumeDownloads()
  expect(entries().filter(([key]) => key.includes('/parts/') || key.startsWith('/media/'))).toEqual([])
})

it('[RM-4] a title that is removed while a part arrives leaves nothing', async () => {
  let arrive = (): void => undefined
  network.troubles = { '.mp3': { passes: 1, then: { until: new Promise((resolve) => (arrive = resolve)) } } }
  const saved = save()
  await expect.poll(() => ranges().length).toBe(2)
  await removeTitle(title.id)
  arrive()
  await saved
  expect([partsOnDisk(), wholeOnDisk()]).toEqual([0, []])
})
