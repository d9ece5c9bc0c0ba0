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
    /** Verified by a link; only this address signs in. */
    email: text('email'),
    /** Typed by a user without a verified address: for mails, never for sign-in. */
    contactEmail: text('contact_email').notNull().default(''),
    /** argon2id (accounts/passwords/passwords.ts); null for accounts without a password. */
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
    /** The country of the last network that looked at the basket or ordered; null when no header of the proxy names it. */
    networkCountry: text('network_country'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The last use, exact to the hour. */
    seenAt: moment('seen_at').notNull().defaultNow(),
    /** When a mail announced that the unused account will be deleted. */
    warnedAt: moment('warned_at'),
    /** The version of the privacy notice that the account was told of last. */
    toldNotice: text('told_notice'),
  },
  (t) => [
    index('users_seen').on(t.seenAt),
    uniqueIndex('users_email').on(sql`lower(${t.email})`),
    check('users_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('users_gender', sql`${t.gender} between 1 and 3`),
  ],
)

export const userRef = () =>
  ref('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Tokens are stored as SHA-256: a stolen table signs nobody in. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    /** Names a session to its listener, who must not see its token. */
    id: ref('id').notNull().generatedAlwaysAsIdentity(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The end of the session, also when it is in use. */
    expiresAt: moment('expires_at').notNull(),
    /** Updated at most once an hour (accounts/sessions.ts). */
    usedAt: moment('used_at').notNull().defaultNow(),
    idleSeconds: integer('idle_seconds').notNull().default(2_592_000),
    /** Browser and system in words, and the country of the network, for the list of sessions. */
    browser: text('browser').notNull().default(''),
    country: text('country'),
  },
  (t) => [index('sessions_user').on(t.userId)],
)

/** Of listeners; those of the desk are in `staff_passkeys`. `counter`: of the last signature, which a copied passkey repeats. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credential: text('credential').notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: ref('counter').notNull(),
    transports: text('transports').array(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credential), index('passkeys_user').on(t.userId)],
)

/** Identities of users at providers. A verified mobile number is an identity, too; a number typed into a profile is not. */
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

/** Keyed hashes of the networks a user signed in from (accounts/known-networks.ts). */
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

/** Tokens of links in mails, stored as SHA-256. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    purpose: text('purpose').notNull(),
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    // A new link replaces the old one.
    uniqueIndex('one_time_tokens_email').on(t.purpose, sql`lower(${t.email})`),
    index('one_time_tokens_expires').on(t.expiresAt),
    check('one_time_tokens_purpose', sql`${t.purpose} in ('sign-up','reset')`),
  ],
)

/** The newest code of each number as a keyed hash: a plain hash of six digits can be reversed. */
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

/** Rate limits: attempts per key until the window ends. */
export const limits = pgTable(
  'limits',
  { key: text('key').primaryKey(), count: integer('count').notNull(), endsAt: moment('ends_at').notNull() },
  (t) => [index('limits_ends').on(t.endsAt)],
)

/** One receipt for each purpose and change: only added, and deleted with the account. */
export const privacyReceipts = pgTable(
  'privacy_receipts',
  {
    id: id(),
    userId: ref('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    /** Version and language of the notice that was shown. */
    notice: text('notice').notNull(),
    language: text('language').notNull(),
    isGiven: boolean('is_given').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('privacy_receipts_user').on(t.userId, t.id)],
)

/** Coordinates decide `is_indian` and are not stored. */
export const devices = pgTable(
  'devices',
  {
    id: id(),
    deviceId: text('device_id').notNull(),
    userId: ref('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type').notNull(),
    registrationId: text('registration_id').notNull(),
    token: text('token').notNull(),
    isIndian: boolean('is_indian'),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [
    unique('devices_once').on(t.deviceId, t.userId).nullsNotDistinct(),
    index('devices_user').on(t.userId, t.seenAt),
    index('devices_seen').on(t.seenAt),
  ],
)

/** A guest who buys a gift: may fill one gift cart and pay for it, and nothing else (attack case 49). */
export const givers = pgTable('gifters', {
  id: id(),
  tokenHash: bytes('token_hash').notNull().unique(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  mobile: text('mobile').notNull(),
  country: text('country').notNull(),
  state: text('state').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
