import { drawMissingCover } from '../../import/art/drawn-covers.ts'
import type { MediaStore } from '../../adapters/media/port.ts'
import type { Db } from '../../db/connect.ts'
import type { StoredTitle } from '../../import/stored/titles.ts'

/** A title without a picture of its own gets one that the shop draws, also a draft: its preview is complete. */
export async function drawCoverOf(
  context: { db: Db; media: MediaStore; now: Date },
  { id, cover_id: cover }: StoredTitle,
): Promise<void> {
  if (cover === null) await drawMissingCover(context, id)
}
