import type { AUDIO_TYPES } from '#contract/import/import.ts'
import type { Episode, FeedFacts } from '#contract/catalog/podcast.ts'
import { sql } from 'drizzle-orm'
import { bigint, customType, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

/** An audio type as the tables store it: without the brand. */
export type AudioTypeName = (typeof AUDIO_TYPES)[number]
export type Words = { name: string; shortDescription?: string; description?: string; exercise?: string }
export type StoredEpisode = Episode
export type StoredFeed = FeedFacts
export type StoredTranslations = { en?: Words; mr?: Words }

export const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const ref = <Name extends string>(name: Name) => bigint(name, { mode: 'number' })
/** The publisher's identifier of a row, by which a repeated import updates it. */
export const key = () => text('key').notNull().unique()
export const translations = () => jsonb('translations').$type<StoredTranslations>().notNull()
/** A hash of the imported data: an import skips rows with an equal hash. */
export const digest = () => text('digest').notNull().default('')
export const moment = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true })
export const updatedAt = () => moment('updated_at').notNull().defaultNow()
/** How far the queue of sound is with a row. */
export const progress = () => ({
  state: text('state').$type<'waiting' | 'ready' | 'failed'>().notNull().default('waiting'),
  /** Why something is missing, or why the last try failed. */
  fault: text('fault'),
  /** Null: it waits without a job. */
  queuedAt: moment('queued_at'),
  updatedAt: updatedAt(),
})
/** What the queue looks for each minute. */
export const UNQUEUED = sql`state = 'waiting' and queued_at is null`
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** The id of a transaction; as text, because it may exceed the numbers of JavaScript. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** An amount in the smallest unit of its currency. */
export const minor = <Name extends string>(name: Name) => integer(name).notNull()

/** A random identifier of 256 bits that names the row in the API. */
export const token = () => text('token').notNull().unique()

/** The owner of a cart or an order: `u` and the id of the user, or `g` and the id of the guest. */
export const owner = () => text('owner').generatedAlwaysAs(sql`coalesce('u' || user_id::text, 'g' || gifter_id::text)`)
