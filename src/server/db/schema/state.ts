import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { id, moment, updatedAt, xid8 } from './columns.ts'

/** Files of the media store by content: equal files are processed once. */
export const mediaFiles = pgTable(
  'media_files',
  {
    id: id(),
    kind: text('kind').notNull(),
    hash: text('hash').notNull(),
    /** Audio and ebooks: the path of the object. Pictures: the common prefix of their paths. */
    path: text('path').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    seconds: doublePrecision('seconds'),
    /** 48 loudness steps 0–100, only of samples. */
    waveform: smallint('waveform').array(),
    widths: integer('widths').array(),
    /** Of sound that was encoded: the path of the recording as the publisher gave it. */
    original: text('original'),
    /** Since when no row is known to refer to it. Null: used, or not looked at. */
    unusedSince: moment('unused_since'),
  },
  (t) => [
    unique('media_files_path').on(t.path),
    index('media_files_unused')
      .on(t.unusedSince)
      .where(sql`unused_since is not null`),
    check('media_files_kind', sql`${t.kind} in ('audio','picture','ebook')`),
  ],
)

/** One row. `revision` rises with every change that pages show; `instance` identifies the database. */
export const catalogVersion = pgTable(
  'catalog_version',
  {
    one: boolean('one').primaryKey().default(true),
    instance: text('instance')
      .notNull()
      .default(sql`replace(gen_random_uuid()::text, '-', '')`),
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    updatedAt: updatedAt(),
  },
  (t) => [check('catalog_version_one', sql`${t.one}`)],
)

/**
 * What the pages show and who changed it last, for the page build. Triggers of the migration write it, so that no writer can
 * forget it. `changed` is the transaction: a reader asks again for all that was not over when it read.
 */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    kind: text('kind').$type<'title' | 'author' | 'category' | 'picture' | 'list' | 'all'>().notNull(),
    rowId: bigint('row_id', { mode: 'number' }).notNull(),
    changed: xid8('changed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.rowId] }), index('catalog_changes_changed').on(t.changed)],
)

/** State of the installation, e.g. `seeded`. */
export const shopState = pgTable('shop_state', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
})

/** What a publisher set at the desk over the defaults of `brand/`. `version` rises with each save. */
export const shopSettings = pgTable('shop_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: updatedAt(),
})

/** The firm until this time, for documents that were issued before: they name the firm of their day. */
export const pastFirms = pgTable(
  'past_firms',
  {
    id: id(),
    until: moment('until').notNull(),
    value: jsonb('value').notNull(),
  },
  (t) => [index('past_firms_until').on(t.until)],
)

/** Orphaned media: objects of the media store without a row, because a file and a row cannot be written in one transaction. */
export const mediaLeftovers = pgTable('media_leftovers', {
  path: text('path').primaryKey(),
  since: moment('since').notNull(),
})
