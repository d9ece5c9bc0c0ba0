import { number, object, size, string, type } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { status } from './parts.ts'

/** Alone in its file: only who keeps something loads it. */
export const keepTrack = endpoint({
  auth: 'user',
  method: 'POST',
  path: '/api/keep-track/',
  /** As of get-track-signed-url-example. */
  input: object({ url: size(string(), 0, 300), key: size(string(), 1, 300) }),
  /** `expires_at`: milliseconds since 1970. */
  reply: type({ status, data: type({ signed_url: string(), expires_at: number() }) }),
  /** Also for what a plan or a purchase opens: only free titles are kept. */
  faults: ['noAccess'],
  summary: 'Short-lived address of a free track that is to be kept for listening without a network',
})
