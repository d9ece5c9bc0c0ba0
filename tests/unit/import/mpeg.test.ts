import { describe, expect, it } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import { measureMp3 } from '../../../src/server/runtime/mp3/scan.ts'
import { createWalker } from '../../../src/server/runtime/mp3/frame-walker.ts'
import { bareSpeech, SPEECH_SECONDS, tag, textFrame, xing } from '../../api/support/mp3s.ts'

const FIXTURES = new URL('../../../../shared/datasets/mp3-fixtures/', import.meta.url)
const speech = bareSpeech()

describe('the length of an mp3', () => {
  it.each([
    ['nothing in front', Buffer.alloc(0)],
    ['a header of a hundred thousand frames', xing(100_000)],
    ['a header of one frame', xing(1)],
    ['a tag of another length', tag([textFrame('TLEN', '36000000')])],
    ['two tags', Buffer.concat([tag([textFrame('TIT2', 'One')]), tag([textFrame('TIT2', 'Two')])])],
    ['a tag that claims to be longer than the file', tag([textFrame('TIT2', 'x')], 50_000_000)],
    ['a page of zeros', Buffer.alloc(4_096)],
  ])('[OP-1] is that of its frames, with %s', async (_, before) => {
    expect(await measureMp3(Buffer.concat([before, speech]))).toMatchObject({ seconds: SPEECH_SECONDS })
  })

  it('[OP-1] is the same for every chunking of its bytes', () => {
    const walker = createWalker(speech.length)
    for (let at = 0; at < speech.length; at += 777) walker.push(speech.subarray(at, at + 777))
    expect(walker.end()).toMatchObject({ seconds: expect.closeTo(SPEECH_SECONDS, 1), lost: 0 })
  })

  it('[OP-1] is that of the rest of a truncated file, with a warning where a header claims more', async () => {
    const half = speech.subarray(0, speech.length / 2 + 100)
    expect(await measureMp3(half)).toEqual({ channels: 1, seconds: expect.closeTo(SPEECH_SECONDS / 2, 0) })
    expect(await measureMp3(Buffer.concat([xing(2_133), half]))).toMatchObject({ note: 'cutShort' })
  })

  it('[OP-1] excludes damaged frames in the middle, with a warning', async () => {
    const broken = Buffer.from(speech)
    broken.fill(0x55, 60_000, 75_000)
    expect(await measureMp3(broken)).toEqual({
      channels: 1,
      seconds: expect.closeTo(SPEECH_SECONDS - 5, 0),
      note: 'damaged',
    })
  })

  it.each([
    ['text', Buffer.from('This is the first chapter. '.repeat(400)), 'notMp3'],
    ['a single header', Buffer.concat([speech.subarray(0, 4), Buffer.alloc(9_000, 0x55)]), 'notMp3'],
    [
      'an m4b',
      Buffer.concat([Buffer.from('\u0000\u0000\u0000\u0020ftypM4B ', 'latin1'), Buffer.alloc(9_000)]),
      'mp4Audio',
    ],
    [
      'a wav',
      Buffer.concat([Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt ', 'latin1'), Buffer.alloc(9_000)]),
      'otherAudio',
    ],
  ])('[OP-1] is refused for %s', async (_, bytes, reason) => {
    expect(await measureMp3(bytes)).toBe(reason)
  })

  // Without the files there is nothing to compare with: the row says so.
  const rows = existsSync(FIXTURES)
    ? readFileSync(new URL('MANIFEST.tsv', FIXTURES), 'utf8').split('\n').slice(1).filter(Boolean)
    : []
  it(`[OP-1] is what a decoder finds in ${rows.length > 0 ? rows.length : 'NONE (../shared/datasets is not there)'} streams of conformance`, async () => {
    for (const [path = '', , , decoded = '0', codec] of rows.map((row) => row.split('\t'))) {
      const measured = await measureMp3(readFileSync(new URL(path.replace(/^mp3-fixtures\//, ''), FIXTURES)))
      const [found, expected] = [
        typeof measured === 'string' ? 0 : measured.seconds,
        codec === 'mp3' ? Number(decoded) : 0,
      ]
      expect([path, Math.abs(found - expected) < 0.06]).toEqual([path, true])
    }
  })
})
