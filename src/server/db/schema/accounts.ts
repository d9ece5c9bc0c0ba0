import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytes, id, key, moment, ref } from './columns.ts'
import { plans } from './plans.ts'

export const institutes = pgTable('institutes', {
  id: id(),
  key: key(),
  name: text('name').notNull(),
  logo: text('logo'),
})

export const users = pgTable(
  'users',
  {
    id: id(),
    /** Proved by a link: only this one signs in. */
    email: text('email'),
    /** Typed by somebody who signed in by mobile: for mails, never for signing in. */
    contactEmail: text('contact_email').notNull().default(''),
    /** argon2id, see services/passwords.ts; absent for accounts that never set one. */
    passwordHash: text('password_hash'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    country: text('country').notNull().default('IN'),
    state: text('state').notNull().default(''),
    mobile: text('mobile').notNull().default(''),
    gender: smallint('gender'),
    birthDate: date('birth_date'),
    picture: text('picture'),
    newsletter: boolean('newsletter').notNull().default(false),
    profileCompleted: boolean('profile_completed').notNull().default(false),
    instituteId: ref('institute_id').references(() => institutes.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** To the hour. */
    seenAt: moment('seen_at').notNull().defaultNow(),
    /** When a letter said that the account ends unless somebody opens it. */
    warnedAt: moment('warned_at'),
  },
  (t) => [
    index('users_seen').on(t.seenAt),
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    check('users_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('users_gender', sql`${t.gender} between 1 and 3`),
  ],
)

/** Tokens are kept as SHA-256: a stolen table signs nobody in. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** However much it is used. */
    expiresAt: moment('expires_at').notNull(),
    /** Written now and then, see services/sessions.ts. */
    usedAt: moment('used_at').notNull().defaultNow(),
    idleSeconds: integer('idle_seconds').notNull().default(2_592_000),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    planId: ref('plan_id')
      .notNull()
      .references(() => plans.id),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    status: text('status').notNull().default('active'),
  },
  (t) => [
    index('subscriptions_user').on(t.userId, t.endsAt),
    check('subscriptions_span', sql`${t.endsAt} > ${t.startsAt}`),
    check('subscriptions_status', sql`${t.status} in ('active','cancelled')`),
  ],
)

/** Who somebody is to a provider. A mobile number is one too: proved by a code, never by what was typed into a profile. */
export const identities = pgTable(
  'identities',
  {
    id: id(),
    provider: text('provider').notNull(),
    uid: text('uid').notNull(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('identities_uid').on(t.provider, t.uid),
    index('identities_user').on(t.userId),
    check('identities_provider', sql`${t.provider} in ('mobile','google','facebook')`),
  ],
)

/** Where somebody signed in from, sealed: strangers who guess passwords lock nobody out there. */
export const knownAddresses = pgTable(
  'known_addresses',
  {
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mark: bytes('mark').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.mark] })],
)

/** Links of mails, kept as SHA-256. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    // A new link takes the place of the old one.
    uniqueIndex('one_time_tokens_email').on(t.purpose, sql`lower(${t.email})`),
    index('one_time_tokens_expires').on(t.expiresAt),
    check('one_time_tokens_purpose', sql`${t.purpose} in ('sign-up','reset')`),
  ],
)

/** The newest code of a number, sealed: a plain hash of six digits hides nothing. */
export const otps = pgTable(
  'otps',
  {
    mobile: text('mobile').primaryKey(),
    codeMark: bytes('code_mark').notNull(),
    tries: smallint('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [check('otps_tries', sql`${t.tries} between 0 and 5`)],
)

/** Tries of one key until its window ends. */
export const limits = pgTable(
  'limits',
  { key: text('key').primaryKey(), count: integer('count').notNull(), endsAt: moment('ends_at').notNull() },
  (t) => [index('limits_ends').on(t.endsAt)],
)
