import { createHmac, timingSafeEqual } from 'node:crypto'

export type Signer = {
  sign(path: string, now: number): { address: string; expiresAt: number }
  holds(path: string, query: { expires?: unknown; signature?: unknown }, now: number): boolean
}

const LIFE_MS = 15 * 60_000

/** Addresses bound to one object and a moment, on the origin of the page: its policy lets in no other. Milliseconds since 1970. */
export function createSigner(secret: string): Signer {
  const signatureOf = (path: string, expires: string) => createHmac('sha256', secret).update(`media\n${path}\n${expires}`).digest()
  return {
    sign(path, now) {
      const expiresAt = now + LIFE_MS
      const query = new URLSearchParams({ expires: String(expiresAt), signature: signatureOf(path, String(expiresAt)).toString('base64url') })
      return { address: `/media/${path}?${query}`, expiresAt }
    },
    holds(path, { expires, signature }, now) {
      if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,15}$/.test(expires)) return false
      const given = Buffer.from(signature, 'base64url')
      const right = signatureOf(path, expires)
      return given.length === right.length && timingSafeEqual(given, right) && Number(expires) > now
    },
  }
}
