import { namesRestorer } from '../names/restore.ts'
import { couponRestorer } from '../shop/coupons.ts'
import { listRestorer } from '../shop/lists.ts'
import { lookRestorer, settingsRestorer } from '../shop/settings.ts'
import { shelfRestorer } from '../shop/shelves.ts'
import { titleRestorer } from '../titles/restore.ts'
import { transcriptRestorer } from '../transcripts/restore.ts'
import type { Restorer } from './restorer.ts'

/** By area: what `rememberChange` stores as `area`. A change of another area is not listed and cannot be undone. */
export const RESTORERS: Readonly<Record<string, Restorer>> = {
  titles: titleRestorer,
  transcripts: transcriptRestorer,
  names: namesRestorer,
  lists: listRestorer,
  shelves: shelfRestorer,
  coupons: couponRestorer,
  settings: settingsRestorer,
  look: lookRestorer,
}
