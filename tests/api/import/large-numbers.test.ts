import { expect, it } from 'vitest'
import { runImport } from '../../../scripts/import/run.ts'
import { useSourceFolders } from '../support/source-folders.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const { folderOf } = useSourceFolders()
const ISBN = '9789386000000'

async function run(folder: string): Promise<string[]> {
  const lines: string[] = []
  await runImport([folder], async () => ({ context: shop().context, close: async () => undefined }), {
    line: (text) => lines.push(text),
  })
  return lines
}

it('[IM-6] a number that no column holds is a fault of its row, and the other rows come', async () => {
  const lines = await run(
    folderOf('isbn', {
      'people.csv': `key,name,popular\nfits,Fits,1\nlarge,Large,${ISBN}\n`,
      'categories.csv': `key,name,kind,position\nfits,Fits,genre,1\nlarge,Large,genre,${ISBN}\n`,
      'titles.csv': `key,name,price,priceUsd,shelves\nfits,Fits,1,1,popular:1\nlarge,Large,1,1,popular:${ISBN}\n`,
      'coupons.csv': `code,percent,uses\nFITS,5,1\nLARGE,5,${ISBN}\n`,
      'plans.csv':
        'key,name,duration,priceInr,priceUsd,audioTypes\nfits,Fits,36500,1,1,audiobook\nlarge,Large,36501,1,1,audiobook\n',
    }),
  )
  const faults = lines.filter((line) => /^FAULT.* line 3 /.test(line)).map((line) => /(\w+)\.csv/.exec(line)?.[1])
  expect(faults.toSorted(), lines.join('\n')).toEqual(['categories', 'coupons', 'people', 'plans', 'titles'])
  const stored = async (table: string) =>
    (await shop().db.query<{ key: string }>(`select key from ${table} where key in ('fits', 'large')`)).map(
      ({ key }) => key,
    )
  for (const table of ['people', 'categories', 'products', 'plans'])
    expect(await stored(table), table).toEqual(['fits'])
})
