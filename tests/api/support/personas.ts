import { addressOf } from '#client/call.ts'
import type { Endpoint, InputOf } from '#contract/http/endpoint.ts'
import { runDue } from '../../../src/server/jobs/queue.ts'
import { hashPassword } from '../../../src/server/accounts/passwords/passwords.ts'
import type { TestShop } from './shop.ts'

export type Sent = { id: string; kind: string; recipient: string; subject: string; body: string; html: string }
type From = { address?: string; token?: string; headers?: Record<string, string> }

export const PASSWORD = 'Kathavani1'
const HASH = await hashPassword(PASSWORD)
let requests = 0

/** Asks as a browser does; from an address of its own each time, unless the test is about addresses. */
export async function ask<E extends Endpoint>(
  { app }: TestShop,
  row: E,
  input: InputOf<E> | Record<string, unknown>,
  from: From = {},
) {
  requests += 1
  const { address = `10.2.${Math.floor(requests / 250)}.${requests % 250}`, token, headers = {} } = from
  const { path: url, rest } = addressOf(row, input)
  const response = await app.inject({
    method: row.method,
    url,
    ...(row.method !== 'GET' && { payload: rest }),
    remoteAddress: address,
    headers: { ...headers, ...(token && { authorization: `Token ${token}` }) },
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

export async function makeListener(
  { db }: TestShop,
  email: string,
  more: { password?: string | null } = {},
): Promise<number> {
  const hash = more.password === null ? null : HASH
  const [user] = await db.query<{ id: number }>(
    `insert into users (email, password_hash, first_name, last_name, mobile, state, profile_completed) values ($1, $2, 'Asha', 'Joshi', '9876543210', 'MH', true) returning id`,
    [email, hash],
  )
  return user?.id ?? 0
}

/** Sends what waits, and gives what reached the address, the newest last. */
export async function sentTo({ db, context }: TestShop, recipient: string): Promise<Sent[]> {
  await runDue(context)
  return db.query<Sent>('select * from outbox where recipient = $1 order by sent_at', [recipient])
}

/** The secret of the newest link. */
export async function linkTo(shop: TestShop, recipient: string): Promise<string> {
  const last = (await sentTo(shop, recipient)).at(-1)
  return /\/(?:sign-up|reset-password)\/([\w-]{43})\//.exec(last?.body ?? '')?.[1] ?? ''
}

/** Moves the clock of the shop forward. */
export function advanceClock({ clock }: TestShop, seconds: number): void {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}
