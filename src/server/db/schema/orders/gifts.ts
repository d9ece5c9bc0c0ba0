import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { givers, users } from '../accounts.ts'
import { bytes, moment, owner, ref } from '../columns.ts'
import { orderRef } from './orders.ts'

/** The voice of a giver, as an mp3 that the shop made. Before the gift is ordered it belongs to its giver alone. */
export const giftVoices = pgTable(
  'gift_voices',
  {
    id: uuid('id').primaryKey(),
    userId: ref('user_id').references(() => users.id, { onDelete: 'cascade' }),
    giverId: ref('gifter_id').references(() => givers.id, { onDelete: 'set null' }),
    owner: owner(),
    file: text('file').notNull().unique(),
    bytes: integer('bytes').notNull(),
    seconds: doublePrecision('seconds').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('gift_voices_user').on(t.userId),
    index('gift_voices_giver').on(t.giverId),
    index('gift_voices_created').on(t.createdAt),
  ],
)

/** The recipient of a gift. The code is stored as a keyed hash, by which it is found, and encrypted for the link of the giver. */
export const gifts = pgTable(
  'gifts',
  {
    orderId: orderRef().primaryKey(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    mobile: text('mobile').notNull(),
    country: text('country').notNull(),
    message: text('message').notNull(),
    /** The day it is sent on; null: as soon as it is paid. */
    deliverOn: date('deliver_on'),
    /** The moment of the day and hour that the giver chose, on the clocks of `time_zone`; null: `deliver_on` alone decides. */
    deliverAt: moment('deliver_at'),
    timeZone: text('time_zone'),
    sendBy: text('send_by').notNull().default('mail'),
    occasion: text('occasion').notNull().default('thought'),
    /** Of `gift_voices`, while there is one: no constraint, which would stop a release that knows no voices. */
    voiceId: uuid('voice_id'),
    /** What the voice says. */
    spoken: text('spoken').notNull().default(''),
    codeMark: bytes('code_mark').unique(),
    codeSealed: bytes('code_sealed'),
    /** When the mail went out, or the link began to open. */
    sentAt: moment('sent_at'),
    openedAt: moment('opened_at'),
    redeemedBy: ref('redeemed_by').references(() => users.id, { onDelete: 'set null' }),
    redeemedAt: moment('redeemed_at'),
  },
  (t) => [
    check('gifts_sizes', sql`char_length(${t.message}) <= 500`),
    index('gifts_voice').on(t.voiceId),
    // The library of each listener asks for gifts that wait for their address.
    index('gifts_waiting')
      .on(sql`lower(${t.email})`)
      .where(sql`redeemed_at is null`),
    index('gifts_unsent')
      .on(t.orderId)
      .where(sql`sent_at is null`),
  ],
)
