import type { Measurement } from '#contract/audio.ts'
import { sql } from 'drizzle-orm'
import { check, doublePrecision, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { ref, updatedAt } from './columns.ts'
import { mediaFiles } from './state.ts'

/** What is known of the sound of a track or sample, and the editions that were made of it. */
export const audioEditions = pgTable(
  'audio_editions',
  {
    mediaId: ref('media_id')
      .primaryKey()
      .references(() => mediaFiles.id, { onDelete: 'cascade' }),
    state: text('state').$type<'waiting' | 'ready' | 'failed'>().notNull().default('waiting'),
    measurement: jsonb('measurement').$type<Measurement>(),
    /** Decibels by which the full edition is louder than the recording. */
    gain: doublePrecision('gain').notNull().default(0),
    /** Null: the recording itself is right. */
    fullId: ref('full_id').references(() => mediaFiles.id),
    /** 32 kbit/s, mono. Null: it could not be made; the full edition plays. */
    lightId: ref('light_id').references(() => mediaFiles.id),
    /** Why something is missing. */
    fault: text('fault'),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('audio_editions_state').on(t.state),
    check('audio_editions_state', sql`${t.state} in ('waiting','ready','failed')`),
  ],
)
