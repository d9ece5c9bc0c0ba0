import { describe, expect, it } from 'vitest'
import { runImport } from '../../../scripts/import/run.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { dryRun } from '../../../src/server/db/dry-run.ts'
import { sendNotifications } from '../../../src/server/operations/manage-notifications.ts'
import { title } from '../support/fixture.ts'
import { makeListener } from '../support/personas.ts'
import { SPEECH } from '../support/mp3s.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { base, folderOf } = useSourceFolders()
const TITLE = 'key,name,price,priceUsd\na,A title,1,1\n'

async function run(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await runImport(args, async () => ({ context: shop().context, close: async () => undefined }), {
    line: (text) => lines.push(text),
  })
  return lines
}
const published = async () =>
  (await shop().db.query<{ key: string }>(`select key from products where status = 'published' order by key`)).map(
    ({ key }) => key,
  )

describe('a dry run', () => {
  it('[OP-1] does not disturb progress reports, for tracks that stay and tracks that would go', async () => {
    const row = (...keys: string[]) =>
      title(
        'heard',
        { en: 'Heard' },
        { tracks: keys.map((key) => ({ key, translations: { en: { name: 'A' } }, seconds: 9 })) },
      )
    await importCatalog(shop().context, { collections: {}, titles: [row('heard/1', 'heard/2')], folder: base })
    const user = await makeListener(shop(), 'hears@x.test')
    const listen = () =>
      shop().db.transaction(async (inner) => {
        await inner.query(`set local lock_timeout = '2s'`)
        return inner.query(
          `insert into listening_positions (user_id, track_id, product_id, opened_at) select $1, id, product_id, now() from tracks where key like 'heard/%' returning 1`,
          [user],
        )
      })
    const recordings = await dryRun(shop().db, async (db) => {
      await importCatalog({ ...shop().context, db }, { collections: {}, titles: [row('heard/1')], folder: base })
      return listen()
    })
    expect(recordings).toHaveLength(2)
  })
})

describe('a replacement', () => {
  it('[OP-1] removes nothing for a table with headers only', async () => {
    await run(folderOf('filled', { 'titles.csv': TITLE, 'texts.csv': 'key,name\ngift_message,Give\n' }))
    const before = await published()
    const lines = await run(
      '--replace',
      folderOf('headers', {
        'titles.csv': 'key,name\n',
        'texts.csv': 'key,name\n',
        'menu.csv': 'slug,name\nhome,Home\n',
      }),
    )
    expect(lines.slice(0, -1).toSorted()).toEqual(['note  texts.csv: has no rows.', 'note  titles.csv: has no rows.'])
    expect(lines.at(-1)).toContain('No title was removed, because there is no table of titles with rows')
    expect(await published()).toEqual(before)
    expect(await shop().db.query('select key from site_texts')).toEqual([{ key: 'gift_message' }])
  })

  it('[OP-1] reports a missing table for folders without one, not skipped rows', async () => {
    const [summary] = (await run('--replace', folderOf('tableless', { 'Sounding/1.mp3': SPEECH }))).slice(-1)
    expect(summary).toContain('No title was removed, because there is no table')
    expect(await published()).toContain('a')
  })
})

describe('coupons in a table', () => {
  const couponRow = (percent: number, uses: number, expires: string) =>
    folderOf('coupons', { 'coupons.csv': `code,percent,uses,expires\nMONSOON,${percent},${uses},${expires}\n` })
  const coupon = async () => (await shop().db.query('select percent, uses_left, expires from coupons'))[0]

  it('[OP-1] end with their day in India; an import returns no uses and reactivates no ended coupon', async () => {
    await run(couponRow(10, 100, '31/12/2026'))
    expect(await coupon()).toEqual({ percent: 10, uses_left: 100, expires: new Date('2026-12-31T18:30:00Z') })
    await shop().db.query('update coupons set uses_left = 40')
    await run(couponRow(20, 100, '31/1/2027'))
    expect(await coupon()).toEqual({ percent: 20, uses_left: 40, expires: new Date('2027-01-31T18:30:00Z') })
    await run(couponRow(20, 30, '31/1/2027'))
    expect(await coupon()).toMatchObject({ uses_left: 30 })
    const ended = shop().clock.now
    await shop().db.query('update coupons set expires = $1', [ended])
    await run(couponRow(30, 30, '31/3/2027'))
    expect(await coupon()).toMatchObject({ expires: ended })
  })
})

describe('notifications in a table', () => {
  it('[OP-1] are sent and counted without announcements of titles', async () => {
    await importCatalog(shop().context, { collections: {}, titles: [title('first', { en: 'First' })], folder: base })
    await shop().db.query(
      `insert into products (key, slug, name, audio_type, spoken, translations, published, digest) values ('fresh', 'fresh', 'Fresh', 'audiobook', 'en', '{"en":{"name":"Fresh"}}', '2026-11-21', 'x')`,
    )
    const rows = [
      { key: 'hello', kind: 'promotional_notification', translations: { en: { name: 'Hello', description: 'All' } } },
    ]
    expect(await sendNotifications(shop().context, rows)).toEqual({ sent: 1, faults: [] })
    expect(
      await shop().db.query(
        `select n.key from notifications n join products p on p.id = n.product_id where p.key = 'fresh'`,
      ),
    ).toEqual([])
  })
})
