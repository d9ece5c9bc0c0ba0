import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { showCode } from '#contract/courses.ts'
import { advanceClock, ask } from '../support/personas.ts'
import { playerOf, signedIn, withTracks, type Ears, type Title } from '../support/listening.ts'
import { wordsOf } from '../support/pdf-words.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
/** One course, which is the whole language lab of the fixture. */
async function courseOf(lengths: number[]): Promise<Title> {
  await shop().db.query(`update products set is_free = true where key = 'course'`)
  return withTracks(shop(), 'course', lengths)
}
async function listen(ears: Ears, course: Title, index: number, from: number, to: number): Promise<void> {
  const play = await playerOf(shop(), ears, course, index)
  await play('initiate', { start_seconds: from })
  advanceClock(shop(), to - from)
  await play('pause', { pause_seconds: String(to) })
}
let asked = 0
/** From an address of its own each time: limits are counted by address. */
const get = (url: string, token = '') =>
  shop().app.inject({
    url,
    remoteAddress: `10.8.0.${(asked += 1)}`,
    headers: token ? { authorization: `Token ${token}` } : {},
  })
const paperOf = ({ token }: Ears, language: 'en' | 'mr', id?: number) =>
  get(`/api/v2/download-certificate/?language=${language}${id ? `&id=${id}` : ''}`, token)
const labOf = ({ token }: Ears, language: string) => get(`/api/language-lab-completion-certificate/${language}/`, token)
const percent = async ({ token }: Ears) =>
  (await ask(shop(), endpoints.completion, {}, { token })).body.audio_type_listening_completion

describe('the certificate', () => {
  it('[LL-2] attack case 53: is refused at 0 and at 99.9 percent, and given at exactly 100', async () => {
    const ears = await signedIn(shop())
    const course = await courseOf([10_000, 12])
    for (const from of [0, 9_000]) expect((await labOf(ears, 'en')).statusCode, String(from)).toBe(422)
    await listen(ears, course, 0, 0, 10_000)
    expect(await percent(ears)).toBe(99.8)
    await listen(ears, course, 1, 0, 8)
    expect(await percent(ears)).toBe(99.9)
    for (const refused of [await labOf(ears, 'en'), await paperOf(ears, 'mr', course.id)]) {
      expect([refused.statusCode, refused.json()]).toEqual([422, { status: false, fault: 'notComplete' }])
    }
    await listen(ears, course, 1, 8, 12)
    expect(await percent(ears)).toBe(100)
    expect([(await labOf(ears, 'en')).statusCode, (await paperOf(ears, 'mr', course.id)).statusCode]).toEqual([
      200, 200,
    ])
  })

  it('[LL-4] is a PDF in the chosen language whose words can be found and copied', async () => {
    const ears = await signedIn(shop())
    const course = await courseOf([60])
    await shop().db.query(
      `update users set first_name = 'श्रीमती ज्ञानेश्वरी', last_name = 'क्षीरसागर-विद्यार्थी' where id = $1`,
      [ears.id],
    )
    await listen(ears, course, 0, 0, 60)
    const words: Record<string, string> = {}
    for (const language of ['en', 'mr'] as const) {
      const opened = (await paperOf(ears, language, course.id)).json()
      const pdf = await get(opened.download_path)
      expect([pdf.statusCode, pdf.headers['content-type'], pdf.headers['cache-control']]).toEqual([
        200,
        'application/pdf',
        'private, no-store',
      ])
      expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      words[language] = wordsOf(pdf.rawPayload).join(' ')
      expect(words[language]).toContain(opened.code)
    }
    const address = (tree: string) => new RegExp(`https://shop\\.test/${tree}certificate/[0-9A-Z-]{19}/`)
    expect(words['en']).toMatch(
      /^Kathavani Certificate of completion .* Spoken Marathi A course of Pune School Issued on \d+ November 2026/,
    )
    expect(words['en']).toMatch(address(''))
    expect(words['mr']).toContain('अभ्यासक्रम पूर्तीचे प्रमाणपत्र प्रमाणित करण्यात येते की श्रीमती ज्ञानेश्वरी क्षीरसागर-विद्यार्थी यांनी')
    expect(words['mr']).toMatch(/दिनांक [०-९]+ नोव्हेंबर, २०२६/)
    expect(words['mr']).toMatch(address('mr/'))
  })

  it('[LL-4] is opened only by a signed address, for a short time', async () => {
    const ears = await signedIn(shop())
    await listen(ears, await courseOf([60]), 0, 0, 60)
    const { certificate_path: path } = (await labOf(ears, 'mr')).json()
    expect((await get(path.replace(/\?.*/, ''))).statusCode).toBe(403)
    expect((await get(path.replace(/documents\/\w{8}/, 'documents/00000000'))).statusCode).toBe(403)
    advanceClock(shop(), 901)
    expect((await get(path)).statusCode).toBe(403)
    expect((await get((await labOf(ears, 'mr')).json().certificate_path)).statusCode).toBe(200)
  })

  it('[LL-4] is issued once: the same code and name in both languages, by twenty calls at once, and when a new course comes', async () => {
    const ears = await signedIn(shop())
    await listen(ears, await courseOf([60]), 0, 0, 60)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => labOf(ears, at % 2 ? 'en' : 'mr')))
    const codes = new Set(answers.map((answer) => answer.json().code))
    expect(codes.size).toBe(1)
    await shop().db.query(`update users set first_name = 'Other' where id = $1`, [ears.id])
    await courseOf([60, 60])
    expect(await percent(ears)).toBe(0)
    expect((await labOf(ears, 'en')).json().code).toBe([...codes][0])
  })

  it('[LL-2] is nobody else’s, of no title that is no course, and of nobody without a name', async () => {
    const [ears, other, nameless] = [await signedIn(shop()), await signedIn(shop()), await signedIn(shop())]
    const course = await courseOf([60])
    await listen(ears, course, 0, 0, 60)
    await listen(nameless, course, 0, 0, 60)
    await shop().db.query(`update users set first_name = '', last_name = '' where id = $1`, [nameless.id])
    expect((await labOf(other, 'en')).statusCode).toBe(422)
    expect((await labOf(nameless, 'en')).statusCode).toBe(422)
    expect((await paperOf(ears, 'en', await idOf(shop(), 'products', 'dnyaneshwari'))).statusCode).toBe(404)
    expect((await paperOf(ears, 'en', 999_999)).statusCode).toBe(404)
    expect((await get('/api/v2/download-certificate/')).statusCode).toBe(401)
    expect((await labOf(ears, 'hi')).statusCode).toBe(400)
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

  it('[AC-2] opens at exactly 100 percent, and to nobody before', async () => {
    await write()
    const [ears, other] = [await signedIn(shop()), await signedIn(shop())]
    const course = await courseOf([60, 60])
    await listen(ears, course, 0, 0, 60)
    const early = await exerciseOf(ears.token, course.id)
    expect([early.statusCode, early.json()]).toEqual([422, { status: false, fault: 'notComplete' }])
    await listen(ears, course, 1, 0, 60)
    const open = await exerciseOf(ears.token, course.id)
    expect([open.statusCode, open.json()]).toEqual([
      200,
      { status: true, custom_translation: { en: { exercise: HTML } } },
    ])
    expect((await exerciseOf(other.token, course.id)).statusCode).toBe(422)
    expect((await exerciseOf('', course.id)).statusCode).toBe(401)
  })

  it('[AC-2] is told by no public call, which only says that there is one', async () => {
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

  it('[AC-2] is none where the course has none, or where the title is no course', async () => {
    await shop().db.query(`update products set translations = translations #- '{en,exercise}' where key = 'course'`)
    const ears = await signedIn(shop())
    const course = await courseOf([60])
    await listen(ears, course, 0, 0, 60)
    for (const id of [course.id, await idOf(shop(), 'products', 'dnyaneshwari'), 999_999])
      expect((await exerciseOf(ears.token, id)).statusCode).toBe(404)
  })
})

describe('checking a certificate', () => {
  const check = (code: string, remoteAddress = '10.9.0.1') =>
    shop().app.inject({ url: `/api/v1/certificate/${encodeURIComponent(code)}/`, remoteAddress })

  it('[LL-4] tells anybody what is printed on it, however the code is typed', async () => {
    const ears = await signedIn(shop())
    await listen(ears, await courseOf([60]), 0, 0, 60)
    const { code } = (await labOf(ears, 'en')).json()
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

  it('[LL-4] knows no code that was not issued, and stops whoever guesses', async () => {
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
