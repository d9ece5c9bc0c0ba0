import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { DeskTranscript } from '#contract/desk/transcripts.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { enterDesk, sendAt } from '../support/staff.ts'
import { linesFound, timed, untimed, withText } from '../support/transcripts.ts'
import { idOf, useShop } from '../support/shop.ts'

const shop = useShop()
const WHERE = { key: 'dnyaneshwari' }
let cookie = ''
async function at(row: Endpoint, input: Record<string, unknown> = {}) {
  cookie ||= (await enterDesk(shop(), 'editor')).cookie
  const response = await sendAt(shop(), cookie, row, input)
  return { status: response.statusCode, body: response.json() }
}
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const upload = (more: Record<string, unknown>) =>
  at(endpoints.deskTranscriptUpload, { locale: 'mr', name: 'a.vtt', ...more })
const vtt = (...lines: string[]) =>
  base64(['WEBVTT', ...lines.map((line, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${line}`)].join('\n\n'))
const linesIn = ({ cues }: DeskTranscript) => cues.map(({ start, text }) => `${start} ${text}`)
async function whole(id: number): Promise<DeskTranscript> {
  return (await at(endpoints.deskTranscript, { id })).body.transcript
}
async function undoNewest(): Promise<number> {
  const { body } = await at(endpoints.deskChanges, { area: 'transcripts' })
  const newest = body.changes.find(({ can_undo: can }: { can_undo: boolean }) => can)
  return (await at(endpoints.deskUndo, { id: newest.id })).status
}
const counts = () =>
  shop().db.query(
    `select count(*)::int as wrong from line_terms l where l.lines <> (select count(*) from transcript_cues c where c.terms @> array[l.id])`,
  )

describe('texts at the desk', () => {
  it('[LN-1] come in from a file, are edited, shifted, removed, and each change is taken back in turn', async () => {
    const { trackId, id: old } = await withText(shop(), WHERE.key, timed('जुनी ओळ'))
    const { revision } = await whole(old)
    expect(await upload({ track_id: trackId, content: vtt('एक', 'दोन', 'तीन') })).toMatchObject({
      status: 409,
      body: { fault: 'changedMeanwhile' },
    })
    const { body } = await upload({ track_id: trackId, content: vtt('एक', 'दोन', 'तीन'), revision })
    const id: number = body.transcript.id
    expect(linesIn(body.transcript)).toEqual(['0 एक', '1000 दोन', '2000 तीन'])
    const edit = async (more: Record<string, unknown>, row: Endpoint = endpoints.deskTranscriptLines) =>
      at(row, { id, revision: (await whole(id)).revision, ...more })
    const split = [
      { start: 1_000, end: 1_400, text: 'दोन अ', speaker: 'आशा' },
      { start: 1_500, end: 2_000, text: 'पारिजात' },
    ]
    expect((await edit({ from: 1, count: 1, cues: split })).status).toBe(200)
    expect((await edit({ from: 1, milliseconds: 250 }, endpoints.deskTranscriptShift)).status).toBe(200)
    expect((await edit({ is_public: true, open_from: 0, open_to: 900 }, endpoints.deskTranscriptAccess)).status).toBe(
      200,
    )
    const changed = await whole(id)
    expect(linesIn(changed)).toEqual(['0 एक', '1250 दोन अ', '1750 पारिजात', '2250 तीन'])
    expect(changed).toMatchObject({ is_public: true, open_to: 900, cues: [{}, { speaker: 'आशा' }, {}, {}] })
    expect((await linesFound(shop(), 'parijat'))[0]).toMatchObject({ text: 'पारिजात', start: 1_750 })
    expect((await edit({}, endpoints.deskTranscriptRemove)).status).toBe(200)
    expect([await linesFound(shop(), 'parijat'), await counts()]).toEqual([[], [{ wrong: 0 }]])
    // Back to where it began, the last change first.
    expect(await undoNewest()).toBe(200)
    const [back] = await shop().db.query<{ id: number }>('select id from transcripts where track_id = $1', [trackId])
    const now = () => whole(back?.id ?? 0)
    expect([linesIn(await now()), (await now()).is_public]).toEqual([linesIn(changed), true])
    expect([await undoNewest(), (await now()).is_public, (await now()).open_to]).toEqual([200, false, null])
    expect([await undoNewest(), linesIn(await now())]).toEqual([
      200,
      ['0 एक', '1000 दोन अ', '1500 पारिजात', '2000 तीन'],
    ])
    expect([await undoNewest(), linesIn(await now())]).toEqual([200, ['0 एक', '1000 दोन', '2000 तीन']])
    expect([await undoNewest(), linesIn(await now())]).toEqual([200, ['0 जुनी ओळ']])
    expect(await counts()).toEqual([{ wrong: 0 }])
  })

  it('[LN-1] say which change to take back, and where the recording of a track or a sample is heard', async () => {
    const { id, trackId } = await withText(shop(), 'chhava', timed('एक', 'दोन'))
    const { revision } = await whole(id)
    const cues = [{ start: 0, end: 500, text: 'बदललेली' }]
    const { body } = await at(endpoints.deskTranscriptLines, { id, revision, from: 0, count: 1, cues })
    expect((await at(endpoints.deskUndo, { id: body.change })).status).toBe(200)
    expect(linesIn(await whole(id))).toEqual(['0 एक', '2000 दोन'])
    await shop().db.query(
      `insert into samples (product_id, position, map_url, audio_id, seconds, waveform)
       select product_id, 7, 'samples/text/7', audio_id, 3.9, '{}' from tracks where id = $1`,
      [trackId],
    )
    const sample = await withText(shop(), 'chhava', timed('नमुना'), { sample: 7 })
    for (const one of [id, sample.id]) {
      const { address } = (await at(endpoints.deskTranscriptSound, { id: one })).body
      const sound = await shop().app.inject({ url: address, headers: { range: 'bytes=0-9' } })
      expect([sound.statusCode, sound.headers['content-type']]).toEqual([206, 'audio/mpeg'])
    }
    expect((await at(endpoints.deskTranscriptSound, { id: 999_999 })).status).toBe(404)
  })

  it('[LN-1] refuse the second of two editors, and an undo after somebody else’s change', async () => {
    const { id } = await withText(shop(), 'chhava', timed('एक', 'दोन'))
    const { revision } = await whole(id)
    const line = (text: string) => ({ id, revision, from: 0, count: 1, cues: [{ start: 0, end: 500, text }] })
    const both = await Promise.all([
      at(endpoints.deskTranscriptLines, line('पहिला')),
      at(endpoints.deskTranscriptLines, line('दुसरा')),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await withText(shop(), 'chhava', timed('आयात'))
    expect(await undoNewest()).toBe(409)
    expect(linesIn(await whole(id))).toEqual(['0 आयात'])
  })

  it.each([
    ['a line before its neighbour', { from: 1, count: 1, cues: [{ start: 0, end: 10, text: 'x' }] }],
    ['an end before its beginning', { from: 1, count: 1, cues: [{ start: 2_500, end: 2_400, text: 'x' }] }],
    ['a line without times in a text with times', { from: 1, count: 1, cues: [{ start: null, end: null, text: 'x' }] }],
    ['lines that are not there', { from: 2, count: 5, cues: [] }],
    ['a place behind the end', { from: 9, count: 0, cues: [{ start: 9_000, end: 9_500, text: 'x' }] }],
    ['all lines', { from: 0, count: 3, cues: [] }],
  ])('[LN-1] refuse %s', async (_what, edit) => {
    const { id } = await withText(shop(), 'tukaram', [
      { start: 1_000, end: 2_000, text: 'a' },
      { start: 2_000, end: 3_000, text: 'b' },
      { start: 3_000, end: 4_000, text: 'c' },
    ])
    const { revision } = await whole(id)
    expect((await at(endpoints.deskTranscriptLines, { id, revision, ...edit })).body.fault).toBe('wrongLines')
    const shifted = await at(endpoints.deskTranscriptShift, { id, revision, from: 0, milliseconds: -1_001 })
    expect(shifted.body.fault).toBe('wrongLines')
    expect(linesIn(await whole(id))).toEqual(['1000 a', '2000 b', '3000 c'])
  })

  it('[LN-1] refuse files with the reason and the line, and take books and text of other letters', async () => {
    const { trackId } = await withText(shop(), 'serial', timed('x'), { locale: 'en' })
    const to = { track_id: trackId }
    const refused = await upload({
      ...to,
      content: base64(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'x'.repeat(2 ** 20)}`),
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { fault: 'wrongFile', fields: { file: 'lineTooLong', line: '3' } },
    })
    expect((await upload({ ...to, name: 'book.epub', content: base64('no book') })).body.fields).toEqual({
      file: 'notEpub',
    })
    expect((await upload({ track_id: 999_999, content: vtt('x') })).status).toBe(404)
    const latin = await upload({ ...to, name: 'a.txt', content: Buffer.from('caf\xe9', 'latin1').toString('base64') })
    expect(latin.body).toMatchObject({
      notes: ['windows1252'],
      transcript: { is_timed: false, cues: [{ text: 'café', start: null }] },
    })
  })
})

describe('the doctor of texts', () => {
  it('[LN-1] shows text longer than the sound, a replaced sound, overlaps, hasty lines and unequal languages', async () => {
    const productId = await idOf(shop(), 'products', 'marathi-katha')
    const ofTitle = async () => {
      const { body } = await at(endpoints.deskTranscripts, { id: productId })
      return body.recordings[0].transcripts.map(
        ({ locale, findings }: { locale: string; findings: { kind: string; lines: number[] }[] }) => [
          locale,
          ...findings.map(({ kind, lines }) => `${kind} ${lines.join()}`.trim()),
        ],
      )
    }
    const { id } = await withText(shop(), 'marathi-katha', timed('एक', 'दोन'))
    expect(await ofTitle()).toEqual([['mr']])
    await withText(shop(), 'marathi-katha', untimed('One', 'Two', 'Three'), { locale: 'en' })
    await withText(shop(), 'marathi-katha', [
      { start: 0, end: 4_000, text: 'पहिली' },
      { start: 3_000, end: 3_100, text: 'ही ओळ दहाव्या सेकंदात कुणीही म्हणू शकत नाही' },
      { start: 4_000_000, end: 4_002_000, text: 'शेवटी' },
    ])
    expect(await ofTitle()).toEqual([
      ['en', 'noTimes'],
      ['mr', 'beyondSound 2', 'overlapping 1', 'tooFast 1'],
    ])
    await withText(shop(), 'marathi-katha', timed('एक', 'दोन'))
    await shop().db.query('update transcripts set audio_id = audio_id + 1 where id = $1', [id])
    expect(await ofTitle()).toEqual([
      ['en', 'noTimes', 'unequalLines'],
      ['mr', 'soundReplaced', 'unequalLines'],
    ])
    expect((await at(endpoints.deskTranscripts, { id: 999_999 })).status).toBe(404)
  })
})
