import { drawMissingCovers } from '../../../src/server/import/art/drawn-covers.ts'
import type { useShop } from './shop.ts'

type Shop = ReturnType<ReturnType<typeof useShop>>

/** The path of the picture of a title, if it has one. */
export async function coverOf({ db }: Shop, key: string): Promise<string | null | undefined> {
  const [row] = await db.query<{ path: string | null }>(
    'select m.path from products p left join media_files m on m.id = p.cover_id where p.key = $1',
    [key],
  )
  return row?.path
}

/** Takes the own picture of a title away, so that the shop draws one. */
export async function withDrawnCover(shop: Shop, key: string): Promise<string | null | undefined> {
  await shop.db.query('update products set cover_id = null where key = $1', [key])
  await drawMissingCovers(shop.context, undefined, [key])
  return coverOf(shop, key)
}
