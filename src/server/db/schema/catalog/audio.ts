import type { Measurement } from '#contract/listening/audio.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { productRef } from './catalog.ts'
import { UNQUEUED, id, progress, ref } from '../columns.ts'
import { mediaFiles } from '../state.ts'

export const samples = pgTable(
  'samples',
  {
    id: id(),
    productId: productRef(),
    position: integer('position').notNull(),
    /** Identifies the sample in the API without revealing its path. */
    mapUrl: text('map_url').notNull().unique(),
    audioId: ref('audio_id')
      .notNull()
      .references(() => mediaFiles.id),
    seconds: doublePrecision('seconds').notNull(),
    waveform: smallint('waveform').array().notNull(),
    /** Cut by the shop from the sound of the title, see `made_samples`. One of the publisher takes its place. */
    isMade: boolean('is_made').notNull().default(false),
  },
  (t) => [unique('samples_place').on(t.productId, t.position)],
)

/** The sample that the shop cuts from the sound of a title which has none of its own. */
export const madeSamples = pgTable(
  'made_samples',
  {
    productId: productRef().primaryKey(),
    /** Recording of one of the tracks and its seconds. Null: not chosen yet. */
    sourceId: ref('source_id').references(() => mediaFiles.id),
    starts: doublePrecision('starts'),
    ends: doublePrecision('ends'),
    /** An editor chose the place. */
    isPlaced: boolean('is_placed').notNull().default(false),
    /** Counts choices: a sample that was cut for an older one is thrown away. */
    choice: integer('choice').notNull().default(1),
    ...progress(),
  },
  (t) => [
    index('made_samples_unqueued').on(t.productId).where(UNQUEUED),
    check('made_samples_state', sql`${t.state} in ('waiting','ready','failed')`),
    check('made_samples_place', sql`${t.ends} > ${t.starts}`),
  ],
)

/** What is known of the sound of a track or sample, and the editions that were made of it. A trigger adds what tracks and samples name. */
export const audioEditions = pgTable(
  'audio_editions',
  {
    mediaId: ref('media_id')
      .primaryKey()
      .references(() => mediaFiles.id, { onDelete: 'cascade' }),
    measurement: jsonb('measurement').$type<Measurement>(),
    /** Decibels by which the full edition is louder than the recording. */
    gain: doublePrecision('gain').notNull().default(0),
    /** Null: the recording itself is right. */
    fullId: ref('full_id').references(() => mediaFiles.id),
    /** 32 kbit/s, mono. Null: it could not be made; the full edition plays. */
    lightId: ref('light_id').references(() => mediaFiles.id),
    ...progress(),
  },
  (t) => [
    index('audio_editions_unqueued').on(t.mediaId).where(UNQUEUED),
    check('audio_editions_state', sql`${t.state} in ('waiting','ready','failed')`),
  ],
)
