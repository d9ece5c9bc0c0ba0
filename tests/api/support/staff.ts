import type { LightMyRequestResponse } from 'fastify'
import type { Role } from '#contract/desk/staff/roles.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { openStaffSession } from '../../../src/server/desk/staff/sessions.ts'
import { send, type TestShop } from './shop.ts'

let people = 0

/** A new person of this role, and the cookie of an open session. */
export async function enterDesk(shop: TestShop, role: Role): Promise<{ cookie: string; staffId: number }> {
  const email = `${role}${(people += 1)}@desk.test`
  const [row] = await shop.db.query<{ id: number }>(
    'insert into staff (email, name, role) values ($1, $2, $3) returning id',
    [email, `${role} ${people}`, role],
  )
  if (!row) throw new Error('no person')
  const token = await openStaffSession(shop.context, row.id, { isComplete: true })
  return { cookie: `desk_session=${token}`, staffId: row.id }
}

/** Sends a call of the desk with the cookie of a session. */
export const sendAt = (
  { app }: TestShop,
  cookie: string,
  row: Endpoint,
  input: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => send(app, row, input, { ...headers, cookie })
