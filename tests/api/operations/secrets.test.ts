import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { manage } from '../../../scripts/manage/run.ts'
import { enqueue, runDue } from '../../../src/server/jobs/queue.ts'
import { encryptAgain } from '../../../src/server/privacy/encrypt-again.ts'
import { createEncryption, type Encryption } from '../../../src/server/runtime/encryption.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop('empty')
const [OLD, BOTH, NEW] = [createEncryption('old'), createEncryption('new', 'old'), createEncryption('new')]
const ROWS = 450

/** Values in every place that has some: `ROWS` of gateways, and a waiting mail. */
async function fill(): Promise<void> {
  const { db, clock } = shop()
  await db.query('delete from payment_events')
  await db.query('delete from jobs')
  await db.query(
    `insert into payment_events (gateway, fingerprint, verdict, body, received_at)
     select 'payu', (n - 1)::text, 'x', body, $2 from unnest($1::bytea[]) with ordinality as r(body, n)`,
    [Array.from({ length: ROWS }, (_, at) => OLD.encrypt(`message ${at}`)), clock.now],
  )
  await db.query(
    `insert into idempotency_keys (key, payload, reply, expires_at) values ('\\x01', '\\x02', $1, $2) on conflict do nothing`,
    [OLD.encrypt('reply'), clock.now],
  )
  const [person] = await db.query<{ id: number }>(
    `insert into staff (email, name, role, totp_secret) values ('rotates@desk.test', 'Rotates', 'editor', $1)
     on conflict ((lower(email))) do update set totp_secret = excluded.totp_secret returning id`,
    [OLD.encrypt('factor')],
  )
  await db.query(
    `insert into staff_invitations (token_hash, staff_id, expires_at, totp_secret) values ('\\x03', $1, $2, $3)
     on conflict (token_hash) do update set totp_secret = excluded.totp_secret`,
    [person?.id, clock.now, OLD.encrypt('invited')],
  )
  await enqueue(
    db,
    { encryption: OLD },
    { kind: 'mail', letter: { name: 'dormant', to: 'waits@x.test', locale: 'en' } },
  )
  // As after 18 months.
  await db.query(
    `insert into payment_events (gateway, fingerprint, verdict, body, received_at) values ('payu', 'emptied', 'x', '', $1)`,
    [clock.now],
  )
  await db.transaction(async (inner) => {
    // Without the order of the buyer.
    await inner.query(`set local session_replication_role = replica`)
    await inner.query(
      'insert into sealed_buyers values (7, $1, $2) on conflict (order_id) do update set sealed = excluded.sealed',
      [OLD.encrypt('buyer'), clock.now],
    )
    await inner.query(
      `insert into jobs (id, kind, payload, due_at) values (gen_random_uuid(), 'mail', $1, '2030-01-01')`,
      [OLD.encrypt('old job')],
    )
  })
}
const bodies = () => shop().db.query<{ body: Buffer }>(`select body from payment_events where body <> '' order by id`)
const readable = async (encryption: Encryption) =>
  (await bodies()).flatMap(({ body }) => {
    try {
      return [encryption.decrypt(body)]
    } catch {
      return []
    }
  })
const open = (encryption: Encryption) => async () => ({
  context: { ...shop().context, encryption },
  close: async () => undefined,
})

it('[RL-3] after a rotation one command encrypts all stored values, and the old key may go', async () => {
  await fill()
  const all = await readable(OLD)
  expect([all.length, await readable(NEW)]).toEqual([ROWS, []])
  expect(await manage(['secrets', 'encrypt'], open(BOTH))).toBe(
    `encrypted by the present VAULT_SECRET: ${ROWS} messages of gateways, 1 buyers of erased accounts, 1 answers to repeated requests, 1 second factors, 1 second factors of invitations, 1 mails of older releases, 1 waiting mails and messages`,
  )
  expect(await readable(NEW)).toEqual(all)
  expect(await runDue({ ...shop().context, encryption: NEW })).toBe(1)
  const [reply] = await shop().db.query<{ reply: Buffer }>('select reply from idempotency_keys')
  expect(NEW.decrypt(reply?.reply ?? Buffer.alloc(0))).toBe('reply')
  const [sealed] = await shop().db.query<{ sealed: Buffer; payload: Buffer }>(
    'select sealed, payload from sealed_buyers, jobs',
  )
  expect([sealed?.sealed, sealed?.payload].map((one) => NEW.decrypt(one ?? Buffer.alloc(0)))).toEqual([
    'buyer',
    'old job',
  ])
  const factors = await shop().db.query<{ secret: Buffer }>(
    'select totp_secret as secret from staff union all select totp_secret from staff_invitations',
  )
  expect(factors.map(({ secret }) => NEW.decrypt(secret))).toEqual(['factor', 'invited'])
  expect(await manage(['secrets', 'encrypt'], open(NEW))).toContain('nothing, all values were already')
  const [last, first] = await shop().db.query('select action, target, details from operator_actions order by id desc')
  expect([first, last]).toMatchObject([
    { action: 'encrypt again', target: 'secrets', details: { encrypted: { 'messages of gateways': ROWS } } },
    { action: 'encrypt again', details: { encrypted: {} } },
  ])
})

it('[RL-3] a value that no key opens is counted and stays as it is', async () => {
  await fill()
  await shop().db.query(`update payment_events set body = $1 where fingerprint = '7'`, [
    createEncryption('lost').encrypt('x'),
  ])
  const before = await bodies()
  expect(await manage(['secrets', 'encrypt'], open(BOTH))).toContain(
    'no key of the settings opens 1 messages of gateways: they stay as they are',
  )
  expect((await bodies())[7]).toEqual(before[7])
  expect(await readable(NEW)).toHaveLength(ROWS - 1)
})

/** Encrypts again in a process of its own, which kills itself by SIGKILL in its second batch. */
const KILLED = `
  const { connect } = await import('./src/server/db/connect.ts')
  const { createEncryption } = await import('./src/server/runtime/encryption.ts')
  const { encryptAgain } = await import('./src/server/privacy/encrypt-again.ts')
  const encryption = createEncryption('new', 'old')
  let count = 0
  const encrypt = (text) => (++count > 250 ? process.kill(process.pid, 'SIGKILL') : encryption.encrypt(text))
  await encryptAgain({ db: connect(JSON.parse(process.argv[1]), 1), encryption: { ...encryption, encrypt }, now: () => new Date() })
`

it('[RL-3] it may be killed in the middle and run again', async () => {
  await fill()
  const [{ name, host, user } = {}] = await shop().db.query<Record<string, string>>(
    `select current_database() as name, current_user as user, split_part(current_setting('unix_socket_directories'), ',', 1) as host`,
  )
  const database = JSON.stringify({ host, user, database: name })
  const child = spawn(process.execPath, ['--input-type=module', '-e', KILLED, database], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  // The first batch is done, the second was rolled back, and both keys read everything.
  expect([(await readable(NEW)).length, (await readable(BOTH)).length]).toEqual([200, ROWS])
  expect((await encryptAgain({ ...shop().context, encryption: BOTH })).encrypted).toMatchObject({
    'messages of gateways': ROWS - 200,
  })
  expect(await readable(NEW)).toHaveLength(ROWS)
}, 60_000)
