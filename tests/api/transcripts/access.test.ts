import { beforeAll, describe, expect, it } from 'vitest'
import { endpointList, endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { grant } from '../../../src/server/library/library.ts'
import { mayListen } from '../../../src/server/listening/entitlements.ts'
import { signedIn, subscribe, type Listener } from '../support/listening.ts'
import { ask } from '../support/personas.ts'
import { linesFound, timed, untimed, withText } from '../support/transcripts.ts'
import { call, idOf, send, useShop } from '../support/shop.ts'

const shop = useShop()
/** Only in the text that nobody may read for nothing. */
const SECRET = 'zzsecretpaid'
const guest = undefined
type Reader = Listener | undefined
type Reply = ReplyOf<typeof endpoints.transcripts>

async function read(trackId: number, reader: Reader): Promise<Reply> {
  return (await ask(shop(), endpoints.transcripts, { id: trackId }, reader && { token: reader.token })).body
}
const linesOf = ({ transcripts }: Reply) => transcripts.flatMap(({ cues }) => cues.map(({ text }) => text))
const found = async (q: string, reader: Reader) => (await linesFound(shop(), q, reader?.token)).map(({ text }) => text)
const setText = (id: number, columns: string) =>
  shop().db.query(`update transcripts set ${columns} where id = $1`, [id])

describe('the text of a title', () => {
  it('[LN-2] is told for each track before it is asked for', async () => {
    const productId = await idOf(shop(), 'products', 'tukaram')
    const hasText = async () => {
      const { product_details: details } = await call(shop(), endpoints.productDetails, { id: productId })
      return details[0]?.producttracks.map(({ has_text: has }) => has) ?? []
    }
    expect(new Set(await hasText())).toEqual(new Set([false]))
    await withText(shop(), 'tukaram', timed('एक'))
    const [first, ...others] = await hasText()
    expect([first, others.includes(true)]).toEqual([true, false])
  })

  it('[LN-4] is read by exactly those who may hear all of it, and by everybody when it is free', async () => {
    const titles = await shop().db.query<{ id: number; key: string; is_free: boolean }>(
      `select id, key, is_free from products where key not like 'kid-%' order by id`,
    )
    const texts = new Map<number, number>()
    for (const { id, key } of titles) texts.set(id, (await withText(shop(), key, timed(`${SECRET} of ${key}`))).trackId)
    const [none, buyer, books, all, past] = [
      await signedIn(shop()),
      await signedIn(shop()),
      await signedIn(shop()),
      await signedIn(shop()),
      await signedIn(shop()),
    ]
    await grant(shop().context, buyer.id, await idOf(shop(), 'products', 'chhava'), 'purchase')
    await grant(shop().context, buyer.id, await idOf(shop(), 'products', 'serial'), 'gift')
    await grant(shop().context, buyer.id, await idOf(shop(), 'products', 'panchatantra'), 'subscription')
    await subscribe(shop(), books, 'plan-30')
    await subscribe(shop(), all, 'plan-365')
    await subscribe(shop(), past, 'plan-365', [-40, -1])
    await shop().db.query(`update products set purchase_only = true where key = 'vyakti'`)
    await shop().db.query(`update products set also_types = '{kids}' where key = 'shyamchi-aai'`)
    const seen: unknown[] = []
    const expected: unknown[] = []
    for (const { id, key, is_free: isFree } of titles)
      for (const [name, reader] of Object.entries({ guest, none, buyer, books, all, past })) {
        const may = isFree || (reader !== undefined && (await mayListen(shop().context, reader.id, id)) === true)
        expected.push([key, name, may])
        const reply = await read(texts.get(id) ?? 0, reader)
        const inSearch = (await found(`${SECRET} of ${key}`, reader)).includes(`${SECRET} of ${key}`)
        seen.push([key, name, linesOf(reply).length > 0])
        if (inSearch !== may) seen.push([key, name, 'search', inSearch])
      }
    expect(seen).toEqual(expected)
    const granted = expected.flatMap((row) => (Array.isArray(row) && row[2] === true ? [row] : []))
    expect([granted.length > 20, granted.length < expected.length - 20]).toEqual([true, true])
    await shop().db.query(`update products set purchase_only = false, also_types = '{}'`)
  })

  it('[LN-4] ends with the plan, and stays with what is bought, also when the shop no longer shows it', async () => {
    const { trackId } = await withText(shop(), 'chhava', timed('एक गुपित'))
    const [buyer, subscriber] = [await signedIn(shop()), await signedIn(shop())]
    await grant(shop().context, buyer.id, await idOf(shop(), 'products', 'chhava'), 'purchase')
    await subscribe(shop(), subscriber, 'plan-30')
    expect([linesOf(await read(trackId, subscriber)), linesOf(await read(trackId, buyer))]).toEqual([
      ['एक गुपित'],
      ['एक गुपित'],
    ])
    await shop().db.query(`update products set status = 'unpublished' where key = 'chhava'`)
    expect(linesOf(await read(trackId, buyer))).toEqual(['एक गुपित'])
    expect(await read(trackId, subscriber)).toMatchObject({ fault: 'notFound' })
    expect([await found('एक गुपित', subscriber), await found('एक गुपित', buyer)]).toEqual([[], ['एक गुपित']])
    await shop().db.query(`update products set status = 'published' where key = 'chhava'`)
    await shop().db.query(
      `update subscriptions set ends_at = $1::timestamptz - interval '1 second' where user_id = $2`,
      [shop().clock.now, subscriber.id],
    )
    expect(linesOf(await read(trackId, subscriber))).toEqual([])
  })

  it('[LN-4] is open when the publisher says so, and no longer when the title is hidden', async () => {
    const { id, trackId } = await withText(shop(), 'chhava', timed('उघडे गुपित'))
    expect(await found('उघडे गुपित', guest)).toEqual([])
    await setText(id, 'is_public = true')
    expect([linesOf(await read(trackId, guest)), await found('उघडे गुपित', guest)]).toEqual([['उघडे गुपित'], ['उघडे गुपित']])
    await shop().db.query(`update products set status = 'unpublished' where key = 'chhava'`)
    expect([await read(trackId, guest), await found('उघडे गुपित', guest)]).toMatchObject([{ fault: 'notFound' }, []])
    await shop().db.query(`update products set status = 'published' where key = 'chhava'`)
  })
})

describe('the sample of a title', () => {
  it('[LN-4] opens the lines whose sound is all in it, and no others', async () => {
    const { id, trackId } = await withText(shop(), 'marathi-katha', timed('पहिली ओळ', 'दुसरी ओळ', 'तिसरी ओळ', 'चौथी ओळ'))
    expect(linesOf(await read(trackId, guest))).toEqual([])
    await setText(id, 'open_from = 1999, open_to = 6000')
    expect((await read(trackId, guest)).transcripts).toMatchObject([
      {
        access: 'part',
        cues: [
          { number: 1, text: 'दुसरी ओळ', start: 2_000 },
          { number: 2, text: 'तिसरी ओळ' },
        ],
      },
    ])
    expect(await found('ओळ', guest)).toEqual(['दुसरी ओळ', 'तिसरी ओळ'])
    await setText(id, 'open_to = 5999')
    expect(linesOf(await read(trackId, guest))).toEqual(['दुसरी ओळ'])
  })

  it('[LN-4] opens the whole text when it is the recording itself, and nothing when it was recorded apart', async () => {
    const { trackId, productId } = await withText(shop(), 'shriman-yogi', timed('सारे उघडे', 'हेही उघडे'))
    await shop().db.query(
      `insert into samples (product_id, position, map_url, audio_id, seconds, waveform) select $1, 0, 'samples/y/0', m.id, 3.9, '{}' from media_files m where m.kind = 'audio' and m.id <> (select audio_id from tracks where id = $2) limit 1`,
      [productId, trackId],
    )
    expect(linesOf(await read(trackId, guest))).toEqual([])
    await shop().db.query(
      `update samples set audio_id = (select audio_id from tracks where id = $2) where product_id = $1`,
      [productId, trackId],
    )
    expect(linesOf(await read(trackId, guest))).toEqual(['सारे उघडे'])
  })

  it('[LN-4] opens nothing of a text without times, or whose times fit another recording', async () => {
    const { id, trackId } = await withText(shop(), 'shyamchi-aai', untimed('वेळ नाही'), { locale: 'en' })
    await setText(id, 'open_from = 0, open_to = 60000')
    expect(linesOf(await read(trackId, guest))).toEqual([])
    const timedText = await withText(shop(), 'marathi-katha', timed('नवा आवाज'))
    await setText(timedText.id, 'open_from = 0, open_to = 60000')
    expect(linesOf(await read(timedText.trackId, guest))).toEqual(['नवा आवाज'])
    await setText(timedText.id, 'audio_id = audio_id + 1')
    expect([linesOf(await read(timedText.trackId, guest)), await found('नवा आवाज', guest)]).toEqual([[], []])
  })

  it('[LN-1] has a text of its own, which everybody may read', async () => {
    const signed = () => call(shop(), endpoints.sampleSignedUrl, { map_url: 'samples/dnyaneshwari/0' })
    expect((await signed()).data.has_text).toBe(false)
    await withText(shop(), 'dnyaneshwari', timed('नमुन्याची ओळ'), { sample: 0 })
    // So that its bar offers the text.
    expect((await signed()).data.has_text).toBe(true)
    expect(await call(shop(), endpoints.sampleTranscripts, { map_url: 'samples/dnyaneshwari/0' })).toMatchObject({
      transcripts: [{ access: 'all', is_spoken: true, cues: [{ text: 'नमुन्याची ओळ', start: 0, end: 2_000 }] }],
    })
    expect((await send(shop().app, endpoints.sampleTranscripts, { map_url: 'samples/nobody/0' })).statusCode).toBe(404)
  })
})

describe('texts in two languages', () => {
  it('[LN-1] come with the spoken one first, each with lines of its own', async () => {
    const { trackId, productId } = await withText(shop(), 'cast', timed('One', 'Two', 'Three'), { locale: 'en' })
    await withText(shop(), 'cast', timed('एक', 'दोन'), { locale: 'mr' })
    const { transcripts } = await read(trackId, guest)
    expect(transcripts.map(({ locale, is_spoken, cues }) => [locale, is_spoken, cues.length])).toEqual([
      ['en', true, 3],
      ['mr', false, 2],
    ])
    const { body } = await ask(shop(), endpoints.titleTranscripts, { id: productId })
    expect(body).toMatchObject({
      tracks: [
        { track_id: trackId, locale: 'en', access: 'all' },
        { locale: 'mr', is_timed: true },
      ],
      samples: [],
    })
  })
})

describe('a guest', () => {
  const SAMPLES: Record<string, string[]> = {
    id: ['1'],
    limit: ['100'],
    q: [SECRET],
    ids: [''],
    map_url: ['samples/x/0'],
    offset: ['0'],
    language: ['mr'],
  }
  beforeAll(async () => {
    await shop().db.query('delete from transcripts')
    const paid = await shop().db.query<{ key: string }>('select key from products where not is_free order by id')
    for (const { key } of paid) await withText(shop(), key, timed(`${SECRET} ${key}`, 'second'), { locale: 'en' })
    // Left by another test: a sample that is the recording itself.
    await shop().db.query('delete from samples where audio_id in (select audio_id from tracks)')
  })

  it('[LN-4] gets no line of a paid text from any call, with any title or track', async () => {
    const ids = (await shop().db.query<{ id: number }>('select id from products union select id from tracks')).map(
      ({ id }) => String(id),
    )
    const leaks: string[] = []
    let calls = 0
    for (const [name, row] of endpointList.filter(([, { method }]) => method === 'GET')) {
      const hasId = /:\w*[iI]d\b/.test(row.path) || 'id' in row.input.schema || 'title' in row.input.schema
      for (const id of hasId ? ids : ['1']) {
        const url = row.path.replace(/:(\w+)/g, (_, key: string) =>
          /id$/i.test(key) ? id : (SAMPLES[key]?.[0] ?? '1'),
        )
        const query = Object.keys(row.input.schema).filter((key) => !row.path.includes(`:${key}`) && SAMPLES[key]?.[0])
        const text = query.map((key) => `${key}=${key === 'id' ? id : SAMPLES[key]?.[0]}`).join('&')
        const response = await shop().app.inject({
          method: 'GET',
          url: `${url}?${text}`,
          remoteAddress: `10.7.${calls >> 8}.${calls & 255}`,
        })
        calls += 1
        if (response.statusCode >= 500 && response.statusCode !== 501) leaks.push(`${name} ${response.statusCode}`)
        if (response.body.includes(SECRET)) leaks.push(`${name} ${id}`)
      }
    }
    expect(leaks).toEqual([])
    expect(calls).toBeGreaterThan(300)
  })
})
