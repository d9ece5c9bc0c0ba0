import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { products, tracks } from './catalog.ts'
import { bytes, id, moment, ref, type StoredTranslations } from './columns.ts'
import { users } from './accounts.ts'

/** Whole seconds of a track, as ranges without overlap. */
const seconds = customType<{ data: string }>({ dataType: () => 'int4multirange' })
const moments = customType<{ data: string }>({ dataType: () => 'tstzmultirange' })

const userRef = () =>
  ref('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const productRef = () =>
  ref('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' })
const trackRef = () =>
  ref('track_id')
    .notNull()
    .references(() => tracks.id, { onDelete: 'cascade' })

/** Libraries of users. Purchases and gifts stay playable; for other entries the plan decides. */
export const libraryEntries = pgTable(
  'library_entries',
  {
    userId: userRef(),
    productId: productRef(),
    how: text('how').$type<'purchase' | 'subscription' | 'free' | 'gift'>().notNull(),
    addedAt: moment('added_at').notNull(),
    /** When an operator gave the title: no refund takes it back. */
    givenAt: moment('given_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.productId] }),
    index('library_entries_newest').on(t.userId, sql`${t.addedAt} desc`, t.productId),
    check('library_entries_how', sql`${t.how} in ('purchase','subscription','free','gift')`),
  ],
)

/** One row for each track that a listener opened. */
export const listeningPositions = pgTable(
  'listening_positions',
  {
    userId: userRef(),
    trackId: trackRef(),
    productId: productRef(),
    /** When the server first signed the track: nothing was heard before. */
    openedAt: moment('opened_at').notNull(),
    /** The resume position, and the times of its report and of the last play; null until it is played. */
    seconds: doublePrecision('seconds').notNull().default(0),
    eventAt: moment('event_at'),
    playedAt: moment('played_at'),
    heard: seconds('heard')
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.trackId] }),
    index('listening_positions_last').on(t.userId, t.productId, sql`${t.playedAt} desc`),
    index('listening_positions_track').on(t.trackId),
  ],
)

/** The position of each device of a listener in a title: two devices may differ (PL-9). */
export const listeningPlaces = pgTable(
  'listening_places',
  {
    userId: userRef(),
    productId: productRef(),
    /** Half of the token hash of the sign-in session. */
    device: bytes('device').notNull(),
    trackId: trackRef(),
    seconds: doublePrecision('seconds').notNull(),
    eventAt: moment('event_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.productId, t.device] }), index('listening_places_track').on(t.trackId)],
)

/** Playing of one track on one device, from initiate to end. `seconds` and `eventAt` are its newest report. */
export const playerSessions = pgTable(
  'player_sessions',
  {
    id: id(),
    mapKey: text('map_key').notNull(),
    userId: userRef(),
    trackId: trackRef(),
    productId: productRef(),
    device: bytes('device').notNull(),
    seconds: doublePrecision('seconds').notNull(),
    eventAt: moment('event_at').notNull(),
  },
  (t) => [index('player_sessions_track').on(t.trackId, t.userId, t.device), index('player_sessions_old').on(t.eventAt)],
)

/** Stored reports, for a while: a repeated report changes nothing. */
export const playerEvents = pgTable(
  'player_events',
  {
    userId: userRef(),
    eventId: text('event_id').notNull(),
    sessionId: ref('session_id')
      .notNull()
      .references(() => playerSessions.id, { onDelete: 'cascade' }),
    takenAt: moment('taken_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.eventId] }),
    index('player_events_old').on(t.takenAt),
    index('player_events_session').on(t.sessionId),
  ],
)

/** Real time that was credited to a listener, on all devices together. The row is also the lock of the listener's reports. */
export const listeningClocks = pgTable('listening_clocks', {
  userId: userRef().primaryKey(),
  spans: moments('spans')
    .notNull()
    .default(sql`'{}'`),
})

/** Places and ranges that a listener marked. A deleted one stays for a while, so that no device brings it back. */
export const marks = pgTable(
  'marks',
  {
    userId: userRef(),
    /** Made by a browser, so it is unique for its listener only. */
    id: uuid('id').notNull(),
    productId: productRef(),
    trackId: trackRef(),
    seconds: doublePrecision('seconds').notNull(),
    until: doublePrecision('until'),
    note: text('note').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** Versions that were seen, the present one first. */
    versions: uuid('versions').array().notNull(),
    /** Counts the changes of all marks of the listener. */
    state: integer('state').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('marks_product').on(t.productId),
    index('marks_track').on(t.trackId),
    index('marks_deleted')
      .on(t.changedAt)
      .where(sql`is_deleted`),
    check('marks_note', sql`length(${t.note}) <= 1000`),
    check('marks_range', sql`${t.seconds} >= 0 and (${t.until} is null or ${t.until} > ${t.seconds})`),
  ],
)

/** Name and title are those at the time of issue. */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    code: text('code').notNull().unique(),
    userId: userRef(),
    /** `lab`, or `title` and its id. */
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    title: jsonb('title').$type<StoredTranslations>().notNull(),
    institute: text('institute'),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [unique('certificates_once').on(t.userId, t.subject)],
)

/** How often the player was opened per day, without the listener. */
export const playerDays = pgTable('player_days', { day: date('day').primaryKey(), opened: integer('opened').notNull() })

/**
 * Seconds that were credited as heard, per day in India and title, without the listener: for figures and royalties. `access`:
 * how the listeners had the title. `part` spreads the reports of many listeners over several rows.
 */
export const listeningDays = pgTable(
  'listening_days',
  {
    day: date('day').notNull(),
    productId: productRef(),
    access: text('access').$type<'owned' | 'plan' | 'free'>().notNull(),
    part: smallint('part').notNull(),
    seconds: integer('seconds').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.productId, t.access, t.part] }),
    index('listening_days_product').on(t.productId),
    check('listening_days_access', sql`${t.access} in ('owned','plan','free')`),
  ],
)

/** Of imports and of listeners; moderators approve those of listeners. */
export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    /** Null for reviews of listeners; only imported reviews have a key. */
    key: text('key').unique(),
    productId: productRef(),
    userId: ref('user_id'),
    name: text('name').notNull(),
    score: smallint('score').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    status: text('status').notNull().default('waiting'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('reviews_score', sql`${t.score} between 1 and 5`),
    check('reviews_status', sql`${t.status} in ('waiting','approved','rejected')`),
    unique('reviews_once').on(t.userId, t.productId),
    index('reviews_product')
      .on(t.productId)
      .where(sql`status = 'approved'`),
  ],
)
