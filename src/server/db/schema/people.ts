import { sql } from 'drizzle-orm'
import { boolean, check, customType, date, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, key, moment, ref } from './columns.ts'
import { plans } from './catalog.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const institutes = pgTable('institutes', { id: id(), key: key(), name: text('name').notNull(), logo: text('logo') })

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text('email'),
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
  },
  (t) => [
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
    expiresAt: moment('expires_at').notNull(),
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
