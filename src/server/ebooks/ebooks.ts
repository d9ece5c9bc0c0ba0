import type { Ebook } from '#contract/ebooks.ts'
import type { Signer } from '../adapters/media/signature.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { ebooks } from '../db/schema/catalog/ebooks.ts'
import type { mediaFiles } from '../db/schema/state.ts'
import { AUTHOR_COLUMNS, authorOf, type AuthorRow } from '../catalog/authors.ts'
import { serializeTranslations } from '../catalog/serializers.ts'

type EbookRow = Pick<Row<typeof ebooks>, 'id' | 'translations'> &
  Pick<Row<typeof mediaFiles>, 'path' | 'bytes'> & {
    written: Row<typeof ebooks>['written'] & ('en' | 'mr')
    authors: AuthorRow[] | null
  }

/** Every e-book with a signed address. The endpoint decides who may ask. */
export async function listEbooks({ db, signer, now }: { db: Db; signer: Signer; now: () => Date }): Promise<Ebook[]> {
  const rows = await db.query<EbookRow>(
    `select b.id, b.translations, b.written, f.path, f.bytes,
       (select jsonb_agg(to_jsonb(a) - 'position' order by a.position) from
         (select ${AUTHOR_COLUMNS}, w.position from ebook_people w join people e on e.id = w.person_id where w.ebook_id = b.id) a) as authors
     from ebooks b join media_files f on f.id = b.file_id order by b.position, b.id`,
  )
  const at = now().getTime()
  return rows.map(({ id, translations, written, path, bytes, authors }) => ({
    id,
    name: (translations.en ?? translations.mr)?.name ?? '',
    custom_translation: serializeTranslations(translations),
    author: (authors ?? []).map(authorOf),
    written,
    format: path.endsWith('.pdf') ? 'pdf' : 'epub',
    bytes,
    address: signer.sign(path, at).address,
  }))
}
