import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogFault } from '../../../src/server/import/source/fault.ts'
import { drawCover } from '../../../src/server/import/art/cover.ts'
import { drawMissingCovers } from '../../../src/server/import/art/drawn-covers.ts'
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
  await bring()
})

async function bring() {
  const result = await importFolder(
    shop().context,
    { path: base },
    { report: (fault) => reported.push(fault), progress: () => undefined },
  )
  await drawMissingCovers(shop().context)
  return result
}
const DRAWN = `starts_with(m.path, 'covers/drawn')`
const own = () =>
  shop().db.query(
    `select count(*) as titles, count(m.id) filter (where not ${DRAWN}) as covers from products p join media_files m on m.id = p.cover_id`,
  )
const drawn = () =>
  shop().db.query<{ key: string; path: string }>(
    `select p.key, m.path from products p join media_files m on m.id = p.cover_id where ${DRAWN} order by p.key`,
  )

async function coverOf(key: string) {
  const [row] = await shop().db.query<{ path: string; widths: number[] }>(
    'select m.path, m.widths from products p join media_files m on m.id = p.cover_id where p.key = $1',
    [key],
  )
  return row
}

describe('covers', () => {
  it.each(['large', 'tagged'])('[OP-1] have four widths, each as WebP and AVIF, and one for links: %s', async (key) => {
    const cover = await coverOf(key)
    expect(cover?.widths).toEqual([160, 320, 640, 1024])
    const objects = [...(cover?.widths ?? []).flatMap((width) => [`-${width}.webp`, `-${width}.avif`]), '-og.jpg']
    for (const object of objects)
      expect([object, await shop().context.media.stat(`${cover?.path}${object}`)]).toEqual([
        object,
        { bytes: expect.any(Number) },
      ])
  })

  it('[OP-1] that are small are imported and reported', async () => {
    expect(await coverOf('small')).toMatchObject({ widths: [160] })
    expect(reported.filter(({ reason }) => reason === 'smallPicture')).toMatchObject([
      { key: 'small', given: 'small.jpg', isWarning: true },
    ])
  })

  it('[AD-3] that are broken, huge, no pictures or outside the folder are skipped, and nothing else', async () => {
    expect(
      reported
        .filter(({ field, isWarning }) => field === 'cover' && !isWarning)
        .map(({ key, reason }) => [key, reason])
        .toSorted(),
    ).toEqual([
      ['address', 'coverAddress'],
      ['bomb', 'hugePicture'],
      ['cut', 'brokenPicture'],
      ['text', 'notPicture'],
    ])
    expect(await own()).toEqual([{ titles: 8, covers: 3 }])
  })

  it('[OP-1] that are missing are drawn, one for each title, and stay the same until the title changes', async () => {
    const first = await drawn()
    expect(first).toHaveLength(5)
    expect(new Set(first.map(({ path }) => path)).size).toBe(5)
    for (const { path } of first)
      expect([path, await shop().context.media.stat(`${path}-og.jpg`)]).toEqual([path, { bytes: expect.any(Number) }])
    // To the publisher's tables a drawn cover is none: nothing changed.
    expect(await bring()).toMatchObject({ changed: 0 })
    expect(await drawn()).toEqual(first)
  })

  it('[OP-1] that are drawn give way to one that the publisher brings', async () => {
    writeFileSync(join(base, 'text.jpg'), await picture(900))
    await bring()
    expect(await drawn()).toHaveLength(4)
    expect(await coverOf('text')).toMatchObject({ widths: [160, 320, 640] })
  })
})

it('[OP-1] a drawn cover has the name of its title in its own script, and is the same on every machine', async () => {
  const facts = { key: 'one', type: 'audiobook', name: 'श्यामची आई', author: 'साने गुरुजी' } as const
  const [cover, again, latin] = [
    await drawCover(facts),
    await drawCover(facts),
    await drawCover({ ...facts, name: 'Shyamchi Aai' }),
  ]
  expect(cover.equals(again)).toBe(true)
  expect(cover.equals(latin)).toBe(false)
  expect(await sharp(cover).metadata()).toMatchObject({ width: 1024, height: 1024 })
})
