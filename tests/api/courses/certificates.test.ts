import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { showCode } from '#contract/courses.ts'
import { applyRetention } from '../../../src/server/privacy/retention.ts'
import { rethrow } from '../../../src/server/runtime/on-error.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { playerOf, signedIn, withTracks, type Listener, type Title } from '../support/listening.ts'
import { textOfPdf } from '../support/pdf-text.ts'
import { idOf, useShop } from '../support/shop.ts'
import { withText } from '../support/transcripts.ts'

const shop = useShop()
/** One course, which is the whole language lab of the fixture. */
async function courseOf(lengths: number[]): Promise<Title> {
  await shop().db.query(`update products set is_free = true where key = 'course'`)
  return withTracks(shop(), 'course', lengths)
}
async function listen(listener: Listener, course: Title, index: number, from: number, to: number): Promise<void> {
  const play = await playerOf(shop(), listener, course, index)
  await play('initiate', { start_seconds: from })
  advanceClock(shop(), to - from)
  await play('pause', { pause_seconds: String(to) })
}
const fileOf = (address: string) => address.replace(/^\/media\/|\?.*/g, '')
const forget = () => applyRetention(shop().context, rethrow)
let requests = 0
/** From an address of its own each time: limits are counted by address. */
const get = (url: string, token = '') =>
  shop().app.inject({
    url,
    remoteAddress: `10.8.0.${(requests += 1)}`,
    headers: token ? { authorization: `Token ${token}` } : {},
  })
const paperOf = ({ token }: Listener, language: 'en' | 'mr', id?: number) =>
  get(`/api/v2/download-certificate/?language=${language}${id ? `&id=${id}` : ''}`, token)
const labOf = ({ token }: Listener, language: string) =>
  get(`/api/language-lab-completion-certificate/${language}/`, token)
const percent = async ({ token }: Listener) =>
  (await ask(shop(), endpoints.completion, {}, { token })).body.audio_type_listening_completion

describe('the certificate', () => {
  it('[LL-2] attack case 53: is refused at 0 and at 99.9 percent, and issued at exactly 100', async () => {
    const listener = await signedIn(shop())
    const course = await courseOf([10_000, 12])
    for (const from of [0, 9_000]) expect((await labOf(listener, 'en')).statusCode, String(from)).toBe(422)
    await listen(listener, course, 0, 0, 10_000)
    expect(await percent(listener)).toBe(99.8)
    await listen(listener, course, 1, 0, 8)
    expect(await percent(listener)).toBe(99.9)
    for (const refused of [await labOf(listener, 'en'), await paperOf(listener, 'mr', course.id)]) {
      expect([refused.statusCode, refused.json()]).toEqual([422, { status: false, fault: 'notComplete' }])
    }
    await listen(listener, course, 1, 8, 12)
    expect(await percent(listener)).toBe(100)
    expect([(await labOf(listener, 'en')).statusCode, (await paperOf(listener, 'mr', course.id)).statusCode]).toEqual([
      200, 200,
    ])
  })

  it('[LN-5] [LL-2] is issued for a lesson that was practised line by line, in any order, and not before its last line', async () => {
    const listener = await signedIn(shop())
    const course = await courseOf([60])
    const line = (start: number, end: number) => ({ start: start * 1000, end: end * 1000, text: `${start}` })
    await withText(shop(), 'course', [line(2.3, 9.8), line(14.1, 14.9), line(20, 31.5), line(40.6, 52)])
    const heard = async () => (await labOf(listener, 'en')).statusCode
    await listen(listener, course, 0, 20, 32)
    await listen(listener, course, 0, 3, 10)
    await listen(listener, course, 0, 41, 52)
    expect(await heard()).toBe(422)
    await listen(listener, course, 0, 14, 15)
    expect([await percent(listener), await heard()]).toEqual([100, 200])
  })

  it('[LN-5] [LL-2] is not issued for the few words that a text has of a long lesson, nor for those of another kind of title', async () => {
    const listener = await signedIn(shop())
    const course = await courseOf([60])
    await withText(shop(), 'course', [{ start: 0, end: 12_000, text: 'x' }])
    await listen(listener, course, 0, 0, 12)
    expect((await labOf(listener, 'en')).statusCode).toBe(422)
    await listen(listener, course, 0, 20, 24)
    expect((await labOf(listener, 'en')).statusCode).toBe(200)
    await shop().db.query(`update products set audio_type = 'audiobook' where key = 'course'`)
    const { body } = await ask(shop(), endpoints.titleAccess, { product_ids: [course.id] }, { token: listener.token })
    expect(body.titles).toMatchObject([{ total_tracks_completion: 26.6, places: [{ is_heard: false }] }])
    await shop().db.query(`update products set audio_type = 'languagelab' where key = 'course'`)
  })

  it('[LL-4] is a PDF in the chosen language with searchable text', async () => {
    const listener = await signedIn(shop())
    const course = await courseOf([60])
    await shop().db.query(
      `update users set first_name = 'श्रीमती ज्ञानेश्वरी', last_name = 'क्षीरसागर-विद्यार्थी' where id = $1`,
      [listener.id],
    )
    await listen(listener, course, 0, 0, 60)
    const textIn: Record<string, string> = {}
    for (const language of ['en', 'mr'] as const) {
      const opened = (await paperOf(listener, language, course.id)).json()
      const pdf = await get(opened.download_path)
      expect([pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control']]).toEqual([
        200,
        'application/pdf',
        'private, no-store',
      ])
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      textIn[language] = textOfPdf(pdf.rawPayload).join(' ')
      expect(textIn[language]).toContain(opened.code)
    }
    const address = (tree: string) => new RegExp(`https://shop\\.test/${tree}certificate/[0-9A-Z-]{19}/`)
    expect(textIn['en']).toMatch(
      /^Kathavani Certificate of completion .* Spoken Marathi A course of Pune School Issued on \d+ November 2026/,
    )
    expect(textIn['en']).toMatch(address(''))
    expect(textIn['mr']).toContain(
      'अभ्यासक्रम पूर्तीचे प्रमाणपत्र प्रमाणित करण्यात येते की श्रीमती ज्ञानेश्वरी क्षीरसागर-विद्यार्थी यांनी',
    )
    expect(textIn['mr']).toMatch(/दिनांक [०-९]+ नोव्हेंबर, २०२६/)
    expect(textIn['mr']).toMatch(address('mr/'))
  })

  it('[LL-4] is served only at a signed address, for a short time', async () => {
    const listener = await signedIn(shop())
    await listen(listener, await courseOf([60]), 0, 0, 60)
    const { certificate_path: path } = (await labOf(listener, 'mr')).json()
    expect((await get(path.replace(/\?.*/, ''))).statusCode).toBe(403)
    expect((await get(path.replace(/documents\/\w{8}/, 'documents/00000000'))).statusCode).toBe(403)
    advanceClock(shop(), 901)
    expect((await get(path)).statusCode).toBe(403)
    expect((await get((await labOf(listener, 'mr')).json().certificate_path)).statusCode).toBe(200)
  })

  it('[RT-2] leaves no file with the name an hour after it was opened last, and is drawn again on request', async () => {
    const { media } = shop().context
    const listener = await signedIn(shop())
    await listen(listener, await courseOf([60]), 0, 0, 60)
    const opened = async () => (await labOf(listener, 'en')).json().certificate_path
    const path = fileOf(await opened())
    const isStored = async () => (await media.stat(path)) !== undefined
    advanceClock(shop(), 3_000)
    expect(fileOf(await opened())).toBe(path)
    // The second opening counts: its link still works for some minutes.
    advanceClock(shop(), 899)
    await forget()
    expect(await isStored()).toBe(true)
    advanceClock(shop(), 3_000)
    await forget()
    expect(await isStored()).toBe(false)
    expect((await get(await opened())).statusCode).toBe(200)
    await shop().db.query('delete from users where id = $1', [listener.id])
    advanceClock(shop(), 3_601)
    await forget()
    expect(await isStored()).toBe(false)
  })

  it('[RT-2] of an earlier release or a restored backup, which nothing names, goes as well', async () => {
    const { clock, context } = shop()
    const { media } = context
    const { now } = clock
    const path = (at: number) => `documents/${'0'.repeat(31)}${at}.pdf`
    for (const at of [1, 2]) {
      await media.put(path(at), Buffer.from('of somebody'))
      advanceClock(shop(), 86_400)
      await forget()
      expect(await media.stat(path(at))).toBeDefined()
      advanceClock(shop(), 3_601)
      await forget()
      expect(await media.stat(path(at))).toBeUndefined()
    }
    clock.now = now
  })

  it('[LL-4] is issued once: with the same code and name in both languages, by twenty simultaneous requests, and after a new course', async () => {
    const listener = await signedIn(shop())
    await listen(listener, await courseOf([60]), 0, 0, 60)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => labOf(listener, at % 2 ? 'en' : 'mr')))
    const codes = new Set(answers.map((answer) => answer.json().code))
    expect(codes.size).toBe(1)
    await shop().db.query(`update users set first_name = 'Other' where id = $1`, [listener.id])
    await courseOf([60, 60])
    expect(await percent(listener)).toBe(0)
    expect((await labOf(listener, 'en')).json().code).toBe([...codes][0])
  })

  it('[LL-2] is refused to other listeners, for titles that are not courses, and without a name', async () => {
    const [listener, other, nameless] = [await signedIn(shop()), await signedIn(shop()), await signedIn(shop())]
    const course = await courseOf([60])
    await listen(listener, course, 0, 0, 60)
    await listen(nameless, course, 0, 0, 60)
    await shop().db.query(`update users set first_name = '', last_name = '' where id = $1`, [nameless.id])
    expect((await labOf(other, 'en')).statusCode).toBe(422)
    expect((await labOf(nameless, 'en')).statusCode).toBe(422)
    expect((await paperOf(listener, 'en', await idOf(shop(), 'products', 'dnyaneshwari'))).statusCode).toBe(404)
    expect((await paperOf(listener, 'en', 999_999)).statusCode).toBe(404)
    expect((await get('/api/v2/download-certificate/')).statusCode).toBe(401)
    expect((await labOf(listener, 'hi')).statusCode).toBe(400)
  })
})

describe('the exercise of a course', () => {
  const exerciseOf = (token: string, id: number) => get(`/api/v1/course-exercise/${id}/`, token)
  const HTML = '<p>Say नमस्कार.</p>'
  const write = () =>
    shop().db.query(
      `update products set translations = jsonb_set(translations, '{en,exercise}', to_jsonb($1::text)) where key = 'course'`,
      [HTML],
    )

  it('[AC-2] is available at exactly 100 percent, not before', async () => {
    await write()
    const [listener, other] = [await signedIn(shop()), await signedIn(shop())]
    const course = await courseOf([60, 60])
    await listen(listener, course, 0, 0, 60)
    const before = await exerciseOf(listener.token, course.id)
    expect([before.statusCode, before.json()]).toEqual([422, { status: false, fault: 'notComplete' }])
    await listen(listener, course, 1, 0, 60)
    const after = await exerciseOf(listener.token, course.id)
    expect([after.statusCode, after.json()]).toEqual([
      200,
      { status: true, custom_translation: { en: { exercise: HTML } } },
    ])
    expect((await exerciseOf(other.token, course.id)).statusCode).toBe(422)
    expect((await exerciseOf('', course.id)).statusCode).toBe(401)
  })

  it('[AC-2] is not part of public replies, which only say whether it exists', async () => {
    await write()
    const course = await courseOf([60])
    for (const url of [
      `/api/v2/product-details/${course.id}/`,
      '/api/build/products/?limit=500',
      '/api/v2/audio-courses-index-trending/10',
    ]) {
      const { statusCode, body } = await get(url)
      expect([url, statusCode, body.includes('Say नमस्कार')]).toEqual([url, 200, false])
    }
    expect((await get(`/api/v2/product-details/${course.id}/`)).json().product_details[0].has_exercise).toBe(true)
  })

  it('[AC-2] does not exist for a course without one, or for another title', async () => {
    await shop().db.query(`update products set translations = translations #- '{en,exercise}' where key = 'course'`)
    const listener = await signedIn(shop())
    const course = await courseOf([60])
    await listen(listener, course, 0, 0, 60)
    for (const id of [course.id, await idOf(shop(), 'products', 'dnyaneshwari'), 999_999])
      expect((await exerciseOf(listener.token, id)).statusCode).toBe(404)
  })
})

describe('checking a certificate', () => {
  const check = (code: string, remoteAddress = '10.9.0.1') =>
    shop().app.inject({ url: `/api/v1/certificate/${encodeURIComponent(code)}/`, remoteAddress })

  it('[LL-4] returns what is printed on it for every spelling of the code', async () => {
    const listener = await signedIn(shop())
    await listen(listener, await courseOf([60]), 0, 0, 60)
    const { code } = (await labOf(listener, 'en')).json()
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const marathi = code.replace(/\d/g, (digit: string) => '०१२३४५६७८९'[Number(digit)])
    const sloppy = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    for (const typed of [code, code.replaceAll('-', ''), marathi, sloppy]) {
      const { statusCode, body } = await check(typed)
      expect([statusCode, JSON.parse(body)], typed).toEqual([
        200,
        {
          status: true,
          code,
          name: 'Asha Joshi',
          title: {
            en: { name: 'Language Lab', short_description: null },
            mr: { name: 'भाषा शाळा', short_description: null },
          },
          institute: null,
          issued_on: '2026-11-21',
        },
      ])
    }
  })

  it('[LL-4] refuses unknown codes, and limits guesses', async () => {
    for (const code of [showCode('0'.repeat(16)), 'x', '%', `'; drop table users`, 'A'.repeat(60)]) {
      expect((await check(code, '10.9.0.2')).statusCode, code).toBe(404)
    }
    expect((await check('A'.repeat(61), '10.9.0.2')).statusCode).toBe(400)
    const answers: number[] = []
    for (let time = 0; time < 32; time += 1)
      answers.push((await check(showCode('0'.repeat(16)), '10.9.0.3')).statusCode)
    expect(answers).toEqual([...Array.from({ length: 30 }, () => 404), 429, 429])
  })
})
