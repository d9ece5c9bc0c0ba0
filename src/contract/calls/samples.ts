import { boolean, number, object, size, string, type } from 'superstruct'
import { endpoint } from '../endpoint.ts'

/** Alone in its file: it is the one call that a guest who only hears samples loads. */
export const sampleSignedUrl = endpoint({
  auth: 'public',
  method: 'POST',
  path: '/api/get-sample-signed-url/',
  input: object({ map_url: size(string(), 1, 300) }),
  /** `expires_at`: milliseconds since 1970. */
  reply: type({ status: boolean(), data: type({ signed_url: string(), expires_at: number() }) }),
  faults: ['notFound'],
  summary: 'Short-lived address of a sample',
})
