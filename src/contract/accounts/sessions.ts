import { array, boolean, integer, nullable, object, string, type } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { Id, Nothing, status } from '../fields/wire-fields.ts'

/** Endpoints of the sessions of a listener: where they are signed in. */

export const mySessions = endpoint({
  auth: 'user',
  method: 'GET',
  path: '/api/v1/sessions/',
  input: Nothing,
  reply: type({
    status,
    sessions: array(
      type({
        id: integer(),
        /** Browser and system, or empty. */
        browser: string(),
        /** The country of the network as the proxy named it. */
        country: nullable(string()),
        created_at: string(),
        used_at: string(),
        is_this: boolean(),
      }),
    ),
  }),
  summary: 'Where the listener is signed in',
})
export const endMySession = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/sessions/end/',
  input: object({ id: Id }),
  reply: type({ status }),
  faults: ['notFound'],
  summary: 'End one session',
})
export const endOtherSessions = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/v1/sessions/end-others/',
  input: Nothing,
  reply: type({ status, ended: integer() }),
  summary: 'End all sessions but this one',
})
