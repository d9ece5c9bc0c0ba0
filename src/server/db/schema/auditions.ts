import type { Measurement } from '#contract/listening/audio.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { UNQUEUED, bytes, id, moment, progress, ref } from './columns.ts'

const listener = () =>
  ref('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Auditions of voice artists. The recording is in the media store without a public address: only the operator reads it. */
export const auditions = pgTable(
  'auditions',
  {
    id: id(),
    userId: listener(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    mobile: text('mobile').notNull(),
    email: text('email').notNull(),
    city: text('city').notNull(),
    country: text('country').notNull(),
    birthDate: date('birth_date'),
    projectName: text('project_name').notNull(),
    hasRecordingSetup: boolean('has_recording_setup').notNull(),
    isProfessional: boolean('is_professional').notNull(),
    gender: smallint('gender'),
    file: text('file').notNull(),
    /** The detected format, whatever the file name was. */
    kind: text('kind').notNull(),
    bytes: integer('bytes').notNull(),
    seconds: doublePrecision('seconds'),
    /** SHA-256 of the recording; null: stored by an older release. */
    digest: char('digest', { length: 64 }),
    /** The artist works with us: the audition is retained longer than the year of the privacy policy. */
    isKept: boolean('is_kept').notNull().default(false),
    /** What the shop decided and when; null: it waits. */
    decision: text('decision').$type<'accepted' | 'declined'>(),
    decidedAt: moment('decided_at'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('auditions_created').on(t.createdAt),
    index('auditions_user').on(t.userId),
    check('auditions_kind', sql`${t.kind} in ('mp3','ogg','mp4','wma','ac3')`),
    check('auditions_gender', sql`${t.gender} between 1 and 3`),
    check('auditions_decision', sql`${t.decision} in ('accepted','declined')`),
  ],
)

/** What was measured of the recording of an audition. */
export const auditionSounds = pgTable(
  'audition_sounds',
  {
    auditionId: ref('audition_id')
      .primaryKey()
      .references(() => auditions.id, { onDelete: 'cascade' }),
    measurement: jsonb('measurement').$type<Measurement>(),
    ...progress(),
  },
  (t) => [
    index('audition_sounds_unqueued').on(t.auditionId).where(UNQUEUED),
    check('audition_sounds_state', sql`${t.state} in ('waiting','ready','failed')`),
  ],
)

/** Answers to artists, as they were mailed. `who`: the person at the desk. */
export const auditionReplies = pgTable(
  'audition_replies',
  {
    id: id(),
    auditionId: ref('audition_id')
      .notNull()
      .references(() => auditions.id, { onDelete: 'cascade' }),
    who: text('who').notNull(),
    body: text('body').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (t) => [index('audition_replies_audition').on(t.auditionId)],
)

/** An upload in progress, one per listener. The parts may reach different processes. */
export const recordings = pgTable(
  'recordings',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: listener().unique(),
    name: text('name').notNull(),
    digest: char('digest', { length: 64 }).notNull(),
    size: integer('size').notNull(),
    received: integer('received').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    index('recordings_expires').on(t.expiresAt),
    check('recordings_received', sql`${t.received} between 0 and ${t.size}`),
  ],
)

/** Parts are in the database, so that a part and the size of the upload change in one transaction. */
export const recordingParts = pgTable(
  'recording_parts',
  {
    recordingId: uuid('recording_id')
      .notNull()
      .references(() => recordings.id, { onDelete: 'cascade' }),
    offset: integer('offset').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.recordingId, t.offset] })],
)
