import type { Role } from '#contract/desk/staff/roles.ts'
import type { Locale } from '#contract/text/locale.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, id, moment, ref } from './columns.ts'

/** People at the desk. They are apart from listeners: no account of a listener opens the desk. */
export const staff = pgTable(
  'staff',
  {
    id: id(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Of the mails: the language of the invitation, then that of the last sign-in. */
    locale: text('locale').$type<Locale>().notNull().default('en'),
    /** Null until the invitation is accepted. */
    passwordHash: text('password_hash'),
    /** Encrypted secret of the authenticator app; null: passkeys only. */
    totpSecret: bytes('totp_secret'),
    /** The time step of the last code, which is not accepted again. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Who may no longer enter. The row stays, because the audit log names it. */
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('staff_email').on(sql`lower(${t.email})`),
    check('staff_role', sql`${t.role} in ('owner','editor','support','accounts')`),
  ],
)

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: id(),
    staffId: ref('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Base64url, as the browser names it. */
    credential: text('credential').notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: text('transports').array(),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at'),
  },
  (t) => [uniqueIndex('staff_passkeys_credential').on(t.credential), index('staff_passkeys_staff').on(t.staffId)],
)

/** One-time links that let a person choose a password and a second factor. */
export const staffInvitations = pgTable('staff_invitations', {
  tokenHash: bytes('token_hash').primaryKey(),
  staffId: ref('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
  /** Encrypted secret that the page has shown for the authenticator app; it becomes the person's with the first right code. */
  totpSecret: bytes('totp_secret'),
  /** What a passkey has to sign. */
  challenge: text('challenge'),
})

/** Each opens the desk once in the place of the second factor. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    codeMark: bytes('code_mark').primaryKey(),
    staffId: ref('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
  },
  (t) => [index('staff_recovery_codes_staff').on(t.staffId)],
)

export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: id(),
    tokenHash: bytes('token_hash').notNull(),
    staffId: ref('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When the second factor was given last; null: the password only, which opens nothing yet. */
    factorAt: moment('factor_at'),
    /** Browser and system in words, and the network, for the list of sessions. */
    browser: text('browser').notNull().default(''),
    address: text('address').notNull().default(''),
    attempts: integer('attempts').notNull().default(0),
    /** What a passkey has to sign, once. */
    challenge: text('challenge'),
    /** Of an enrolment that is not confirmed: as in the invitation. */
    totpSecret: bytes('totp_secret'),
  },
  (t) => [uniqueIndex('staff_sessions_token').on(t.tokenHash), index('staff_sessions_staff').on(t.staffId)],
)

/** What was changed at the desk, for 30 days: undoing writes `before` again. `null` stands for a thing that did not exist. */
export const deskChanges = pgTable(
  'desk_changes',
  {
    id: id(),
    staffId: ref('staff_id')
      .notNull()
      .references(() => staff.id),
    area: text('area').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    /** The name of the target, for people. */
    label: text('label').notNull().default(''),
    before: jsonb('before').$type<unknown>().notNull(),
    after: jsonb('after').$type<unknown>().notNull(),
    changedAt: moment('changed_at').notNull(),
    undoneAt: moment('undone_at'),
  },
  (t) => [index('desk_changes_area').on(t.area, t.changedAt), index('desk_changes_target').on(t.area, t.target)],
)

/** A file on its way from the desk. Several at once; the parts may reach different processes. */
export const deskUploads = pgTable(
  'desk_uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    staffId: ref('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** What the browser knows of the file before it is sent: the same file goes on where it was cut. */
    fingerprint: text('fingerprint').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** The stored object with its facts. */
    result: jsonb('result').$type<unknown>(),
    /** Why the shop cannot use the file. */
    fault: text('fault'),
    /** How much of it is encoded; null before that. */
    percent: smallint('percent'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('desk_uploads_file').on(t.staffId, t.fingerprint, t.size),
    index('desk_uploads_expires').on(t.expiresAt),
    check('desk_uploads_received', sql`${t.received} between 0 and ${t.size}`),
  ],
)

export const deskUploadParts = pgTable(
  'desk_upload_parts',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => deskUploads.id, { onDelete: 'cascade' }),
    offset: bigint('offset', { mode: 'number' }).notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.offset] })],
)

/** What the desk asks of the process that publishes the pages, which may be on another machine. */
export const publishRequests = pgTable(
  'publish_requests',
  {
    id: id(),
    kind: text('kind').$type<'publish' | 'rollBack'>().notNull(),
    /** Of a rollback: the publication that is served again. */
    publication: text('publication'),
    askedBy: text('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    /** Why it failed, as the command line would say it. */
    problem: text('problem'),
  },
  (t) => [
    index('publish_requests_waiting')
      .on(t.askedAt)
      .where(sql`ended_at is null`),
    check('publish_requests_kind', sql`${t.kind} in ('publish','rollBack')`),
  ],
)
