import type { ENCRYPTED_PLACES } from '#contract/desk/staff/audit-actions.ts'
import { noteAction } from '../audit/audit-log.ts'
import type { Db } from '../db/connect.ts'
import type { Encryption } from '../runtime/encryption.ts'
import type { AppContext } from '../context.ts'

/** Where encrypted values are stored. `write`: SQL that makes the column of the bytes `$2`. */
type Place = { name: (typeof ENCRYPTED_PLACES)[number]; table: string; key: string; value: string; write: string }

const PLACES: readonly Place[] = [
  ...(
    [
      { name: 'messages of gateways', table: 'payment_events', key: 'id', column: 'body' },
      { name: 'buyers of erased accounts', table: 'sealed_buyers', key: 'order_id', column: 'sealed' },
      { name: 'answers to repeated requests', table: 'idempotency_keys', key: 'key', column: 'reply' },
      { name: 'links of gifts', table: 'gifts', key: 'order_id', column: 'code_sealed' },
      { name: 'second factors', table: 'staff', key: 'id', column: 'totp_secret' },
      { name: 'second factors of invitations', table: 'staff_invitations', key: 'token_hash', column: 'totp_secret' },
      { name: 'mails of older releases', table: 'jobs', key: 'id', column: 'payload' },
    ] as const
  ).map(({ column, ...place }) => ({ ...place, value: column, write: `${column} = $2` })),
  {
    name: 'waiting mails and messages',
    table: 'pgboss.job',
    key: 'id',
    value: `decode(data ->> 'payload', 'base64')`,
    write: `data = jsonb_set(data, '{payload}', to_jsonb(replace(encode($2, 'base64'), E'\\n', '')))`,
  },
]
const AT_ONCE = 200

/** `encrypted`: by the newest key now; `unreadable`: no key of the settings opens them. */
export type EncryptedAgain = { encrypted: Record<string, number>; unreadable: Record<string, number> }

/**
 * Encrypts what an older key encrypted by the newest one, a batch in a transaction: it may be killed and run again, beside
 * running processes. What no key opens stays as it is.
 */
export async function encryptAgain({
  db,
  encryption,
  now,
}: Pick<AppContext, 'db' | 'encryption' | 'now'>): Promise<EncryptedAgain> {
  const result: EncryptedAgain = { encrypted: {}, unreadable: {} }
  for (const place of PLACES) {
    const counts = await encryptPlace(db, encryption, place)
    if (counts.encrypted > 0) result.encrypted[place.name] = counts.encrypted
    if (counts.unreadable > 0) result.unreadable[place.name] = counts.unreadable
  }
  await noteAction(db, now(), 'encrypt again', 'secrets', result)
  return result
}

type Found = { key: unknown; value: Buffer }

async function encryptPlace(db: Db, encryption: Encryption, { table, key, value, write }: Place) {
  const counts = { encrypted: 0, unreadable: 0 }
  let last: unknown
  for (let count = AT_ONCE; count === AT_ONCE;) {
    count = await db.transaction(async (inner) => {
      const rows = await inner.query<Found>(
        `select ${key} as key, ${value} as value from ${table} where length(${value}) > 0 and substring(${value} from 1 for $1) <> $2
         ${last === undefined ? '' : `and ${key} > $4`} order by ${key} limit $3 for update`,
        [encryption.head.length, encryption.head, AT_ONCE, ...(last === undefined ? [] : [last])],
      )
      for (const row of rows) {
        const text = opened(encryption, row.value)
        if (text === undefined) counts.unreadable += 1
        if (text === undefined) continue
        await inner.query(`update ${table} set ${write} where ${key} = $1`, [row.key, encryption.encrypt(text)])
        counts.encrypted += 1
      }
      last = rows.at(-1)?.key ?? last
      return rows.length
    })
  }
  return counts
}

function opened(encryption: Encryption, value: Buffer): string | undefined {
  try {
    return encryption.decrypt(value)
  } catch {
    return undefined
  }
}
