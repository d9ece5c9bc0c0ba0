import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { people } from './catalog.ts'
import { digest, id, key, ref, translations, updatedAt } from '../columns.ts'
import { mediaFiles } from '../state.ts'

export const ebooks = pgTable('ebooks', {
  id: id(),
  key: key(),
  translations: translations(),
  /** The language of the ebook. */
  written: text('written').notNull(),
  fileId: ref('file_id')
    .notNull()
    .references(() => mediaFiles.id),
  position: integer('position').notNull().default(0),
  digest: digest(),
  updatedAt: updatedAt(),
})

export const ebookPeople = pgTable(
  'ebook_people',
  {
    ebookId: ref('ebook_id')
      .notNull()
      .references(() => ebooks.id, { onDelete: 'cascade' }),
    personId: ref('person_id')
      .notNull()
      .references(() => people.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ebookId, t.personId] })],
)
