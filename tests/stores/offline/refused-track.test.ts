import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { titleUrl, trackSignedUrl } from '#contract/listening/listening.ts'
import { encodeOfflineAudio, OFFLINE_AUDIO_HEADER, offlineCaches, trackKey } from '#contract/offline/offline.ts'
import { answerCall } from '../../../src/service-worker/calls.ts'
import { signedIn, withTracks, type Listener, type Title } from '../../api/support/listening.ts'
import { useShop } from '../../api/support/shop.ts'
import { useNetwork } from '../support/network.ts'
import { useOfflineBrowser } from '../support/offline.ts'

const SHOP = 'https://shop.test'
const shop = useShop()
const network = useNetwork(shop)
const disk = useOfflineBrowser()
let listener: Listener
let title: Title

/** The service worker hands on whole requests. */
beforeAll(() => {
  const byPath = fetch
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, headers } = request
    return byPath(new URL(request.url).pathname, {
      method,
      headers: Object.fromEntries(headers),
      body: await request.text(),
    })
  })
})

/** A track that was free when it was saved, and is sold now. */
beforeEach(async () => {
  title = await withTracks(shop(), 'chhava', [50, 60])
  listener = await signedIn(shop())
  disk.all.clear()
  const cache = await disk.open(offlineCaches.tracks)
  for (const [index, trackId] of title.tracks.entries()) {
    const audio = {
      kind: 'track',
      key: title.keys[index] ?? '',
      titleId: title.id,
      trackId,
      name: '',
      title: '',
    } as const
    const description = encodeOfflineAudio({ ...audio, locale: 'en', href: '/', seconds: 50, bytes: 5 })
    await cache.put(soundOf(trackId), new Response('sound', { headers: { [OFFLINE_AUDIO_HEADER]: description } }))
    await cache.put(`/api/track-pauses/${trackId}/`, Response.json({}))
    await cache.put(`/api/transcripts/track/${trackId}/`, Response.json({}))
  }
})

const soundOf = (trackId = 0) => trackKey('/media/audio/sold.mp3', trackId)
const saved = () => [...(disk.all.get(offlineCaches.tracks)?.keys() ?? [])]
const play = () => {
  const headers = { authorization: `Token ${listener.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: titleUrl(title.id), key: title.keys[0] })
  return answerCall(new Request(SHOP + trackSignedUrl.path, { method: 'POST', headers, body }), () => undefined)
}

it('[PL-4] [LN-2] a saved track that the shop refuses goes with its text, and no other goes', async () => {
  const reply = await play()
  expect([reply.status, await reply.json()]).toEqual([403, { status: false, fault: 'noAccess' }])
  const other = title.tracks[1]
  expect(saved()).toEqual([soundOf(other), `/api/track-pauses/${other}/`, `/api/transcripts/track/${other}/`])
})

it.each([
  ['a page of the filter of a network', '<html><h1>Forbidden</h1></html>'],
  ['nothing', ''],
  ['JSON that is not a refusal of the shop', '{"error":"forbidden"}'],
  ['JSON without an object', 'null'],
])('[PL-6] a 403 with %s removes nothing, and the saved track plays', async (_what, body) => {
  const before = saved()
  network.troubles = { [trackSignedUrl.path]: { status: 403, body } }
  const replies = [await play(), await play()]
  expect(replies.map(({ status, headers }) => [status, headers.get('x-signed-url')])).toEqual([
    [200, soundOf(title.tracks[0])],
    [200, soundOf(title.tracks[0])],
  ])
  expect(saved()).toEqual(before)
})

it('[PL-6] a 403 that is not of the shop is passed on where nothing is saved', async () => {
  disk.all.clear()
  network.troubles = { [trackSignedUrl.path]: { status: 403, body: '<html></html>' } }
  const reply = await play()
  expect([reply.status, await reply.text()]).toEqual([403, '<html></html>'])
})
