import { beforeEach, expect, it, vi } from 'vitest'
import { encodeOfflineAudio, OFFLINE_AUDIO_HEADER, offlineCaches } from '#contract/offline/offline.ts'
import { useOfflineBrowser } from '../support/offline.ts'

const disk = useOfflineBrowser()
vi.stubGlobal('self', globalThis)
vi.stubGlobal('PUBLICATION_ASSETS', ['/_a/page.new.js', '/_a/player.new.js'])
const skipWaiting = vi.fn<() => Promise<void>>(async () => undefined)
vi.stubGlobal('skipWaiting', skipWaiting)
beforeEach(() => {
  disk.all.clear()
  disk.isFull = false
  skipWaiting.mockClear()
})
const saved = () => [...(disk.all.get(offlineCaches.assets)?.keys() ?? [])].toSorted()

/** A page of the publication before, as it is saved with a title that plays offline. */
const PAGE =
  '<script type="module" src="/_a/page.old.js"></script><link rel="stylesheet" href="/_a/page.old.css">' +
  '<astro-island component-url="/_a/SoundBar.old.js"></astro-island><p data-scripts="/_a/one.old.js /_a/two.old.js"></p>'
const SCRIPTS = {
  'page.new.js': '',
  'page.old.js': 'import"./deep.old.js";const p=()=>import(`./player.old.js`);const d=["_a/lines.old.css"];',
  'deep.old.js': 'export const a=1',
  'player.old.js': 'import{a}from"./machine.old.js";() => import("./radio.old.js")',
}
const FILES = [
  'page.old.css',
  'SoundBar.old.js',
  'one.old.js',
  'two.old.js',
  'lines.old.css',
  'machine.old.js',
  'radio.old.js',
]

it('[RM-4] a saved page of an older publication keeps what its scripts load later, and nothing else stays', async () => {
  const { deleteOldAssets } = await import('../../../src/service-worker/assets.ts')
  const cache = await disk.open(offlineCaches.assets)
  const all = { ...SCRIPTS, ...Object.fromEntries(FILES.map((name) => [name, ''])) }
  for (const [name, code] of Object.entries({ ...all, 'left.old.js': '', 'left.old.css': '' }))
    await cache.put(`/_a/${name}`, new Response(code))
  await cache.put('/icons.svg', new Response(''))
  await deleteOldAssets(async () => [PAGE])
  expect(saved()).toEqual(['/icons.svg', ...Object.keys(all).map((name) => `/_a/${name}`)].toSorted())
  // Once the page is saved anew they go.
  await deleteOldAssets(async () => ['<script type="module" src="/_a/page.new.js"></script>'])
  expect(saved()).toEqual(['/_a/page.new.js', '/icons.svg'])
})

/** The shop as the worker reaches it. `lacks`: what does not arrive. */
function serve(lacks = ''): void {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === lacks) throw new TypeError('Failed to fetch')
    return new Response('', { headers: { 'content-type': path.endsWith('/') ? 'text/html' : 'text/plain' } })
  })
}

async function installWorker(): Promise<void> {
  await import('../../../src/service-worker/worker.ts')
  let work: Promise<unknown> = Promise.resolve()
  // A listener that returned its promise would have its failure reported.
  const waitUntil = (promise: Promise<unknown>) => void (work = promise)
  dispatchEvent(Object.assign(new Event('install'), { waitUntil }))
  await work
}

async function saveSample(): Promise<void> {
  const audio = {
    kind: 'sample',
    key: 'a/0',
    name: '',
    title: '',
    locale: 'en',
    href: '/',
    seconds: 1,
    bytes: 1,
  } as const
  const cache = await disk.open(offlineCaches.samples)
  await cache.put(
    '/media/audio/a.mp3',
    new Response('x', { headers: { [OFFLINE_AUDIO_HEADER]: encodeOfflineAudio(audio) } }),
  )
}

it('[RM-4] a worker brings all scripts of its publication along where sound is saved, before it takes over', async () => {
  serve()
  await installWorker()
  expect([saved().includes('/_a/player.new.js'), skipWaiting.mock.calls.length]).toEqual([false, 1])
  await saveSample()
  await installWorker()
  expect([saved().includes('/_a/player.new.js'), skipWaiting.mock.calls.length]).toEqual([true, 2])
})

it('[RM-4] a worker whose scripts do not arrive leaves the one before in its place, which has its own', async () => {
  await saveSample()
  serve('/_a/player.new.js')
  await expect(installWorker()).rejects.toThrow('Failed to fetch')
  expect(skipWaiting).not.toHaveBeenCalled()
})
