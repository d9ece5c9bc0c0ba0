import type { Locale } from '#contract/text/locale.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { MERGED, products, tracks } from './catalog.ts'
import { digest, id, ref, updatedAt } from '../columns.ts'

/** The text of one recording in one language. Samples have no lasting rows: they are named by title and place. */
export const transcripts = pgTable(
  'transcripts',
  {
    id: id(),
    productId: ref('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    trackId: ref('track_id').references(() => tracks.id, { onDelete: 'cascade' }),
    /** The place of the sample among those of the title. */
    sample: integer('sample'),
    locale: text('locale').$type<Locale>().notNull(),
    isTimed: boolean('is_timed').notNull(),
    isPublic: boolean('is_public').notNull().default(false),
    revision: integer('revision').notNull().default(1),
    /** The recording for which the text was brought in: its times fit no other. Not a reference, because media files go. */
    audioId: ref('audio_id'),
    /** Milliseconds of the track that everybody may hear as a sample, when the sample was cut out of it. */
    openFrom: integer('open_from'),
    openTo: integer('open_to'),
    digest: digest(),
    /** Digest as an import brought the text last, or as the desk added it: the same file again undoes no later change of it here. */
    fileDigest: text('file_digest'),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('transcripts_track').on(t.trackId, t.locale),
    unique('transcripts_sample').on(t.productId, t.sample, t.locale),
    index('transcripts_product').on(t.productId),
    check('transcripts_of_one', sql`(${t.trackId} is null) <> (${t.sample} is null)`),
    check('transcripts_locale', sql`${t.locale} in ('en','mr')`),
    check('transcripts_open', sql`${t.openFrom} >= 0 and ${t.openTo} > ${t.openFrom}`),
  ],
)

/** Lines. `terms`: ids of the sound keys of its words, by which a remembered line is found. */
export const transcriptCues = pgTable(
  'transcript_cues',
  {
    transcriptId: ref('transcript_id')
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    startMs: integer('start_ms'),
    endMs: integer('end_ms'),
    text: text('text').notNull(),
    speaker: text('speaker'),
    terms: integer('terms').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.transcriptId, t.position] }),
    index('transcript_cues_terms').using('gin', t.terms).with(MERGED),
    check('transcript_cues_times', sql`(${t.startMs} is null) = (${t.endMs} is null)`),
  ],
)

/**
 * Sound keys of the words in lines, with their forms that lack a letter, as in `search_terms`. `lines`: how many cues have
 * the key; a search asks for its rarest words first. Unused keys find nothing and may stay.
 */
export const lineTerms = pgTable(
  'line_terms',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    term: text('term').notNull().unique(),
    shorter: text('shorter')
      .array()
      .notNull()
      .default(sql`'{}'`),
    lines: integer('lines').notNull().default(0),
  },
  (t) => [index('line_terms_shorter').using('gin', t.shorter).with(MERGED)],
)
