import { beforeAll, describe, expect, it, vi } from 'vitest'
import { rangeOf } from '#contract/http/range.ts'
import { audioPath, decodeOfflineAudio, encodeOfflineAudio, type OfflineAudio } from '#contract/offline/offline.ts'
import { formatDateTime } from '#i18n/format-date-time.ts'
import { workerCode } from '../../../scripts/publish/build/service-worker.ts'

describe('pages that the service worker saves', () => {
  type Paths = typeof import('../../../src/service-worker/paths.ts')
  let paths: Paths
  beforeAll(async () => {
    vi.stubGlobal('location', new URL('https://shop.test/sw.js'))
    paths = await import('../../../src/service-worker/paths.ts')
  })

  it.each([
    '/',
    '/mr/',
    '/faq/',
    '/mr/product-details/7/x/',
    '/category-details/3/x/page/2/',
    '/family-category-details/popular_titles/',
  ])('[SD-9] include %s', (path) => expect(paths.isSavable(path)).toBe(true))

  it.each([
    ...['/library/', '/mr/library/', '/checkout/', '/proceed-payment/', '/logout/', '/sign-in/', '/registration/'],
    ...[
      '/sign-up/token/',
      '/reset-password/token/',
      '/payment-success/token/',
      '/search/text/',
      '/certificate/code/',
      '/redeem-gift/',
      '/mr/gift-kathavani/',
    ],
    ...['/unknown/', '/product-details/', '/offline/', '/weekly-news/'],
  ])('[SD-9] do not include %s', (path) => expect(paths.isSavable(path)).toBe(false))

  it('[SD-9] are saved under their path, and other addresses of the site are not pages', () => {
    expect(paths.pagePath('https://shop.test/faq?secret=1#secret')).toBe('/faq/')
    // A link writes a colon in one way, a browser in the other.
    const spellings = ['/product-details/7/a:b/', '/product-details/7/a%3Ab/', '/product-details/7/a%3ab']
    expect(spellings.map((path) => paths.pagePath(`https://shop.test${path}`))).toEqual(
      spellings.map(() => '/product-details/7/a%3Ab/'),
    )
    expect(paths.pagePath('https://shop.test/mr/product-details/7/अभंग/')).toBe(
      new URL('https://shop.test/mr/product-details/7/अभंग/').pathname,
    )
    expect(paths.pagePath('https://shop.test/search/100%/')).toBe('/search/100%/')
    for (const other of [
      'https://other.test/faq/',
      '/api/v1/login/',
      '/media/audio/x.mp3',
      '/dev/outbox/',
      '/order/return/1/',
      '/sw.js',
      '/manifest.webmanifest',
    ])
      expect([other, paths.pagePath(new URL(other, 'https://shop.test').href)]).toEqual([other, undefined])
    expect([paths.localeOfPath('/mr/faq/'), paths.localeOfPath('/mrs/'), paths.localeOfPath('/')]).toEqual([
      'mr',
      'en',
      'en',
    ])
  })
})

describe('the description of saved audio', () => {
  const audio: OfflineAudio = {
    kind: 'sample',
    key: 'a/0',
    name: 'ज्ञानेश्वरी',
    title: '“x”',
    locale: 'mr',
    href: '/mr/',
    seconds: 12.5,
    bytes: 7,
  }

  it('can be sent in a header in any script', () => {
    expect(encodeOfflineAudio(audio)).toMatch(/^[\x21-\x7e]+$/)
    expect(decodeOfflineAudio(encodeOfflineAudio(audio))).toEqual(audio)
  })

  it.each([null, '', '%', '{}', 'null', encodeURIComponent('{"kind":"album"}')])(
    'is undefined when the header is %s',
    (header) => expect(decodeOfflineAudio(header)).toBe(undefined),
  )

  it('is stored under its address without the signature', () =>
    expect(audioPath('/media/audio/0a.mp3?expires=1&signature=x')).toBe('/media/audio/0a.mp3'))
})

it.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=5-500', { start: 5, end: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-5', undefined],
  ['bytes=0-1,3-4', undefined],
  ['', undefined],
])('[PL-8] the range %s of a hundred bytes is the same for server and service worker', (header, range) =>
  expect(rangeOf(header, 100)).toEqual(range),
)

it('[SH-4] date and time are formatted in the digits of the language', () => {
  const at = new Date(2026, 10, 20, 14, 5).getTime()
  expect(formatDateTime(at, 'en')).toEqual({ day: '20 November', time: '14:05' })
  expect(formatDateTime(at, 'mr')).toEqual({ day: '२० नोव्हेंबर', time: '१४:०५' })
})

describe('the published service worker', () => {
  it('changes exactly when the assets change', async () => {
    const [first, same, other] = await Promise.all(
      [['_a/a.js', '_a/b.js'], ['_a/b.js', '_a/a.js', '_a/a.js.br'], ['_a/c.js']].map((assets) =>
        workerCode(assets, true),
      ),
    )
    expect(same).toBe(first)
    expect(other).not.toBe(first)
  })

  it('changes when the offline page changes', async () => {
    const [first, other] = await Promise.all(['1', '2'].map((shell) => workerCode(['_a/a.js'], true, shell)))
    expect(other).not.toBe(first)
  })

  it('unregisters itself when the publisher turns it off', async () => {
    const code = await workerCode(['_a/a.js'], false)
    expect(code).toMatch(/unregister/)
    expect(code).not.toMatch(/_a\/a\.js|"fetch"|`fetch`/)
  })
})
