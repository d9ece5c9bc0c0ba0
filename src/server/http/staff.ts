import type { FastifyRequest } from 'fastify'
import type { Role } from '#contract/desk/staff/roles.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { Refused } from './refused.ts'

/** A person at the desk. `name` is what the audit log names; `isSteppedUp`: the second factor was given minutes ago. */
export type StaffCaller = {
  staffId: number
  name: string
  email: string
  role: Role
  session: Buffer
  isSteppedUp: boolean
}

/** The cookie of a session at the desk: scripts cannot read it, and it goes to the desk's endpoints only. */
const DESK_COOKIE = 'desk_session'

/** The header that gives a browser the cookie; an empty token takes it away. */
export function deskCookie(token: string, { seconds, siteUrl }: { seconds: number; siteUrl: string }): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return `${DESK_COOKIE}=${token}; Path=/api/desk/; Max-Age=${token ? seconds : 0}; HttpOnly; SameSite=Strict${secure}`
}

/**
 * Whether a page of another site sent the request. Browsers name the origin of every write; `SameSite` keeps the cookie from most
 * such requests, but not from those of a neighbour under the same domain.
 */
export function isForeign({ method, headers }: FastifyRequest, siteOrigin: string): boolean {
  const { origin, host } = headers
  if (method === 'GET' || origin === undefined || origin === siteOrigin) return false
  return !host || ![`https://${host}`, `http://${host}`].includes(origin)
}

/** Who sent the cookie of an open session. */
export async function staffFor(
  staffOf: (token: string) => Promise<StaffCaller | undefined>,
  { headers }: FastifyRequest,
): Promise<StaffCaller | undefined> {
  const token = new RegExp(`(?:^|;\\s*)${DESK_COOKIE}=([\\w-]{20,200})(?:;|$)`).exec(headers.cookie ?? '')?.[1]
  return token ? staffOf(token) : undefined
}

/** Whether a person at the desk may not make the call. An endpoint without roles is for all of them. */
export function deskRefusal(
  { roles, stepUp }: Endpoint,
  { role, isSteppedUp }: StaffCaller,
  request: FastifyRequest,
  siteOrigin: string,
): Refused | undefined {
  if (isForeign(request, siteOrigin)) return new Refused('refused', 403)
  if (roles && !roles.includes(role)) return new Refused('notAllowed', 403)
  return stepUp && !isSteppedUp ? new Refused('stepUp', 403) : undefined
}
