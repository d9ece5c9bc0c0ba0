import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { userRef } from '../accounts.ts'
import { productRef, trackRef } from '../catalog/catalog.ts'
import { bytes, id, moment, ref } from '../columns.ts'

/** Whole seconds of a track, as ranges without overlap. */
const seconds = customType<{ data: string }>({ dataType: () => 'int4multirange' })

const moments = customType<{ data: string }>({ dataType: () => 'tstzmultirange' })

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

/** The position of each device of a listener in a title: two devices may differ [PL-9]. */
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

/** Page views per day and target, without the visitor. */
export const pageViews = pgTable(
  'openings',
  {
    day: date('day').notNull(),
    kind: text('kind').notNull(),
    targetId: ref('target_id').notNull(),
    count: integer('count').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.kind, t.targetId] }),
    check('openings_kind', sql`${t.kind} in ('product','category')`),
  ],
)
