import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import { importFolder } from '../../../src/server/import/import-source.ts'
import { bareSpeech, picture, pictureFrame, tag, textFrame } from '../support/mp3s.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const base = mkdtempSync(join(tmpdir(), 'shop-covers-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const reported: CatalogFault[] = []

/** A file of 600 bytes that claims 400 megapixels. */
const bomb = () =>
  sharp({ create: { width: 20_000, height: 20_000, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()

beforeAll(async () => {
  const large = await picture(1_600)
  const tagged = Buffer.concat([tag([textFrame('TALB', 'Tagged'), pictureFrame(await picture(1_100))]), bareSpeech()])
  const files: Record<string, string | Uint8Array> = {
    'large.jpg': large,
    'small.jpg': await picture(200),
    'cut.jpg': large.subarray(0, large.length / 2),
    'bomb.png': await bomb(),
    'text.jpg': 'no picture at all',
    'Tagged.mp3': tagged,
    'titles.csv': `key,name,cover\n${['large', 'small', 'cut', 'bomb', 'text'].map((name) => `${name},${name},${name}.${name === 'bomb' ? 'png' : 'jpg'}`).join('\n')}\nbare,Bare,\ntagged,Tagged,\naddress,Address,https://x.test/a.jpg\n`,
  }
  mkdirSync(base, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(base, name), content)
  await importFolder(
    shop().context,
    { path: base },
    { report: (fault) => reported.push(fault), progress: () => undefined },
  )
})

async function coverOf(key: string) {
  const [row] = await shop().db.query<{ path: string; widths: number[] }>(
    'select m.path, m.widths from products p join media_files m on m.id = p.cover_id where p.key = $1',
    [key],
  )
  return row
}

describe('covers', () => {
  it.each(['large', 'tagged'])(
    '[OP-1] come in four widths, each as WebP and AVIF, and one for links: %s',
    async (key) => {
      const cover = await coverOf(key)
      expect(cover?.widths).toEqual([160, 320, 640, 1024])
      const objects = [...(cover?.widths ?? []).flatMap((width) => [`-${width}.webp`, `-${width}.avif`]), '-og.jpg']
      for (const object of objects)
        expect([object, await shop().context.media.stat(`${cover?.path}${object}`)]).toEqual([
          object,
          { bytes: expect.any(Number) },
        ])
    },
  )

  it('[OP-1] that are small go in and are told of', async () => {
    expect(await coverOf('small')).toMatchObject({ widths: [160] })
    expect(reported.filter(({ reason }) => reason === 'smallPicture')).toMatchObject([
      { key: 'small', given: 'small.jpg', isWarning: true },
    ])
  })

  it('[AD-3] that are broken, huge, no pictures or elsewhere cost the title its cover, and nothing else', async () => {
    expect(
      reported
        .filter(({ field, isWarning }) => field === 'cover' && !isWarning)
        .map(({ key, reason }) => [key, reason])
        .toSorted(),
    ).toEqual([
      ['address', 'address'],
      ['bomb', 'hugePicture'],
      ['cut', 'brokenPicture'],
      ['text', 'notPicture'],
    ])
    expect(await shop().db.query('select count(*) as titles, count(cover_id) as covers from products')).toEqual([
      { titles: 8, covers: 3 },
    ])
  })
})
