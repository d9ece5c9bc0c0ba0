import type { Ebook } from '#contract/ebooks.ts'
import type { Signer } from '../adapters/media/signature.ts'
import type { Db } from '../db/connect.ts'
import type { StoredTranslations } from '../db/schema/columns.ts'
import { AUTHOR_COLUMNS, authorOf, type AuthorRow } from '../catalog/authors.ts'
import { wireWords } from '../catalog/serializers.ts'

type Row = {
  id: number
  translations: StoredTranslations
  written: 'en' | 'mr'
  path: string
  bytes: number
  authors: AuthorRow[] | null
}

/** Every book with an address of its own; who may ask is the row's business. */
export async function listEbooks({ db, signer, now }: { db: Db; signer: Signer; now: () => Date }): Promise<Ebook[]> {
  const rows = await db.query<Row>(
    `select b.id, b.translations, b.written, f.path, f.bytes,
       (select jsonb_agg(to_jsonb(a) - 'position' order by a.position) from
         (select ${AUTHOR_COLUMNS}, w.position from ebook_people w join people e on e.id = w.person_id where w.ebook_id = b.id) a) as authors
     from ebooks b join media_files f on f.id = b.file_id order by b.position, b.id`,
  )
  const at = now().getTime()
  return rows.map(({ id, translations, written, path, bytes, authors }) => ({
    id,
    name: (translations.en ?? translations.mr)?.name ?? '',
    custom_translation: wireWords(translations),
    author: (authors ?? []).map(authorOf),
    written,
    format: path.endsWith('.pdf') ? 'pdf' : 'epub',
    bytes,
    address: signer.sign(path, at).address,
  }))
}
