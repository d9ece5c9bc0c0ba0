import { describe, expect, it } from 'vitest'
import type { ImportReport } from '#contract/desk/catalog/catalog.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { useShop } from '../support/shop.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()

async function importer() {
  const { cookie } = await enterDesk(shop(), 'editor')
  const send = async (table: string, text: string, version?: string) =>
    (
      await sendAt(shop(), cookie, endpoints.deskImport, {
        ...{ table, format: 'csv', content: Buffer.from(text).toString('base64') },
        ...(version !== undefined && { version }),
      })
    ).json<ImportReport>()
  const preview = (table: string, text: string) => send(table, text)
  const apply = async (table: string, text: string) => send(table, text, (await preview(table, text)).version)
  const exported = async (table: string) =>
    (await sendAt(shop(), cookie, endpoints.deskExport, { table })).json<{ text: string }>().text
  return { preview, apply, exported }
}

describe('a messy table of a publisher', () => {
  const MESSY = [
    'Book name,Writer,Cost ₹,Release date,Language,For ages,Summary',
    '"पावसाची गोष्ट",Asha Kale,"₹1,25,000",5/3/2026,Marathi,5-8,"A rain story"',
    'River Songs,Asha Kale,₹ ९९,२५/१०/२०२६,English,८–१२,River songs',
    'Night Bus,Mohan Rao,149/-,13/3/2026,मराठी,Adults,A bus at night',
    ',Mohan Rao,abc,31/31/2026,Klingon,x,broken row',
  ].join('\n')

  it('[DK-11] is shown as it was understood, and what is left out stands apart from what is only noted', async () => {
    const { preview } = await importer()
    const { faults, changes, change_count, changed } = await preview('titles', MESSY)
    // Two titles and an author, and not what listeners are told of them.
    expect(changed).toBe(3)
    const river = changes.find(({ key }) => key.startsWith('river-songs'))
    const fieldsOf = Object.fromEntries((river?.fields ?? []).map(({ field, after }) => [field, after]))
    expect([change_count, river?.is_new]).toEqual([2, true])
    expect(fieldsOf).toMatchObject({ 'name.en': 'River Songs', priceInr: '99', published: '2026-10-25', ages: '8-12' })
    const reasons = (isLeftOut: boolean) =>
      faults.filter((fault) => fault.is_left_out === isLeftOut).map(({ line, reason }) => `${line} ${reason}`)
    expect(reasons(true).toSorted()).toEqual(['4 ages', '5 ages', '5 date', '5 language', '5 money', '5 required'])
    expect(reasons(true)[0]).toBe('4 ages')
    expect(faults.filter((fault) => !fault.is_left_out).map(({ line }) => line)).toEqual([2, 2, 3])
    expect(new Set(reasons(false))).toEqual(new Set(['2 onePrice', '2 pricedSilent', '3 pricedSilent']))
  })

  it('[DK-11] changes prices by names alone, where one title has the name', async () => {
    const { apply, preview } = await importer()
    await apply('titles', MESSY)
    const { changes } = await preview('titles', 'Book name,Price\nRiver Songs,"₹1,250"\nपावसाची गोष्ट,२९९\n')
    expect(changes.map(({ is_new, fields }) => [is_new, fields])).toEqual([
      [false, [{ field: 'priceInr', before: '99', after: '1250' }]],
      [false, [{ field: 'priceInr', before: '125000', after: '299' }]],
    ])
    // By an author of its own it is another book.
    const other = await preview('titles', 'Book name,Writer,Price\nRiver Songs,Somebody Else,80\n')
    expect(other.changes.map(({ is_new }) => is_new)).toEqual([true])
  })

  it('[DK-11] that was exported changes nothing, also after related titles have become others, and notes nothing', async () => {
    const { apply, preview, exported } = await importer()
    await apply('titles', MESSY)
    const table = await exported('titles')
    await shop().db.query(`update products set related = '{}'`)
    expect(await preview('titles', table)).toMatchObject({ changed: 0, changes: [] })
    expect((await preview('titles', table)).faults.filter(({ reason }) => reason === 'soundKept')).toEqual([])
  })

  it('[DK-11] tells what is read otherwise than it may be meant', async () => {
    const { preview } = await importer()
    const rows = [
      'Name,Author,MRP (INR),Genre,Series',
      'Orchard Songs,Kamala Iyer,199,Comedy / Kids,Orchard #2',
      'Orchard Tales,Kamala Iyer,"1,49",,',
      'Orchard Games,Kamala Iyer,0,,',
      'Dnyaneshwari,,99,,',
    ]
    const { faults, changes } = await preview('titles', rows.join('\n'))
    const notes = faults.map(({ line, reason, given }) => `${line} ${reason} ${given ?? ''}`.trim())
    expect(notes).toEqual(
      expect.arrayContaining(['2 taxIncluded 199', '3 decimalComma 1,49', '4 zeroPrice 0', '5 sameName Dnyaneshwari']),
    )
    expect(notes.filter((note) => /taxIncluded|decimalComma|zeroPrice|sameName/.test(note))).toHaveLength(4)
    const songs = changes.find(({ key }) => key.startsWith('orchard-songs'))
    const fieldsOf = Object.fromEntries((songs?.fields ?? []).map(({ field, after }) => [field, after]))
    expect(fieldsOf).toMatchObject({ priceInr: '168.64', seriesNumber: '2', series: 'series/orchard' })
    expect(fieldsOf['categories']).toMatch(/^genre\/comedy.+kids/)
  })

  it('[DK-11] is shown to several people at once', async () => {
    const { preview } = await importer()
    const reports = await Promise.all([preview('titles', MESSY), preview('titles', MESSY), preview('titles', MESSY)])
    expect(reports.map(({ rows }) => rows)).toEqual([4, 4, 4])
  })

  it('[DK-11] of hundreds of rows tells first what is left out, and how many rows in all', async () => {
    const { preview } = await importer()
    const rows = Array.from({ length: 250 }, (_, at) => `Many ${at},Asha Kale,199,en\nBroken ${at},Asha Kale,abc,en`)
    const report = await preview('titles', ['name,authors,priceInr,spoken', ...rows].join('\n'))
    expect([report.left_out_count, report.noted_count]).toEqual([250, 250])
    expect(report.faults).toHaveLength(200)
    expect(report.faults.every((fault) => fault.is_left_out)).toBe(true)
  })
})
