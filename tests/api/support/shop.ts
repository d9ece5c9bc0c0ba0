import { randomUUID } from 'node:crypto'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { assert } from 'superstruct'
import { afterAll, beforeAll, inject } from 'vitest'
import { passwordPolicies } from '#contract/accounts/accounts.ts'
import { addressOf } from '#client/call.ts'
import type { Endpoint, InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { createAltcha } from '../../../src/server/adapters/captcha/altcha.ts'
import { outboxMailer } from '../../../src/server/adapters/mail/outbox.ts'
import { createDelivery } from '../../../src/server/adapters/media/delivery.ts'
import { diskStore } from '../../../src/server/adapters/media/disk.ts'
import { createSigner } from '../../../src/server/adapters/media/signature.ts'
import { outboxSms } from '../../../src/server/adapters/sms/outbox.ts'
import { buildApp } from '../../../src/server/app.ts'
import { connect, type Database } from '../../../src/server/db/connect.ts'
import { createTempFiles } from '../../../src/server/runtime/temp-files.ts'
import { createEncryption } from '../../../src/server/runtime/encryption.ts'
import { domainHooks, type AppContext } from '../../../src/server/context.ts'
import { onTestClock } from './jobs.ts'

export type TestShop = {
  app: FastifyInstance
  db: Database
  context: AppContext
  /** The clock: tests move it. */
  clock: { now: Date; closed: boolean }
  folder: string
  /** Where files lie while they are sent. */
  incoming: string
  /** Where its media lie. */
  media: string
}

let created = 0

/** A database of its own for a test file, copied from the filled one (or the empty one). */
export async function makeDatabase(from: 'template' | 'empty' = 'template'): Promise<Database> {
  const cluster = inject('cluster')
  const name = `t_${process.pid}_${(created += 1)}`
  const root = connect({ host: cluster.host, user: cluster.user, database: 'postgres' }, 1)
  // Files are copied in half the time of the log that is written otherwise.
  await root.query(`create database ${name} template ${cluster[from]} strategy file_copy`)
  await root.close()
  return connect({ host: cluster.host, user: cluster.user, database: name }, 4)
}

export function useShop(from: 'template' | 'empty' = 'template'): () => TestShop {
  let shop: TestShop
  beforeAll(async () => {
    const cluster = inject('cluster')
    // Files of its own, as the database is: other test files store theirs meanwhile.
    const files = join(cluster.folder, '../shops', randomUUID())
    const [incoming, media] = [join(files, 'incoming'), join(files, 'media')]
    await (from === 'empty' ? mkdir(media, { recursive: true }) : cp(cluster.media, media, { recursive: true }))
    const clock = { now: new Date('2026-11-21T06:00:00Z'), closed: false }
    const db = onTestClock(await makeDatabase(from), () => clock.now)
    const context: AppContext = {
      db,
      readDb: db,
      media: diskStore(media),
      delivery: createDelivery({ mediaDelivery: 'through', mediaSeconds: 900 }),
      tempFiles: createTempFiles(incoming),
      signer: createSigner('test secret'),
      captcha: createAltcha({ secret: 'test secret', cost: 10, counter: [1, 20] }),
      encryption: createEncryption('test secret'),
      mail: outboxMailer(db),
      sms: outboxSms(db),
      identities: { isSandbox: false },
      payments: {},
      ...domainHooks,
      alarm: () => undefined,
      siteUrl: 'https://shop.test',
      passwordPolicy: passwordPolicies.usual,
      wake: () => undefined,
      now: () => clock.now,
      isClosed: async () => clock.closed,
    }
    shop = { app: await buildApp(context), db, context, clock, folder: cluster.folder, incoming, media }
  })
  afterAll(async () => {
    await shop.app.close()
    await shop.db.close()
  })
  return () => shop
}

/** Sends what a row says and checks the reply against it. */
export async function call<E extends Endpoint>({ app }: TestShop, row: E, input: InputOf<E>): Promise<ReplyOf<E>> {
  const response = await send(app, row, input)
  if (response.statusCode !== 200) throw new Error(`${row.method} ${row.path}: ${response.statusCode} ${response.body}`)
  const reply: unknown = response.json()
  assert(reply, row.reply)
  return reply as ReplyOf<E>
}

export function send(
  app: FastifyInstance,
  row: Endpoint,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const { path: url, rest } = addressOf(row, input)
  return app.inject({ method: row.method, url, ...(row.method !== 'GET' && { payload: rest }), headers })
}

export async function idOf({ db }: TestShop, table: string, key: string): Promise<number> {
  const [row] = await db.query<{ id: number }>(`select id from ${table} where key = $1`, [key])
  if (!row) throw new Error(`no ${table} ${key}`)
  return row.id
}
