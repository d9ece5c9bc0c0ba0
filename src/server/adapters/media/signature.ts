import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OfflineLease, SignedLease } from '#contract/offline/offline-leases.ts'
import { createLeaseSigner } from './lease-signature.ts'

/** The listener for whom an address was signed. A leaked address names them, and their entitlement is checked again at each use. */
export type Holder = { listener: number; track: number }
type Query = { expires?: unknown; signature?: unknown; listener?: unknown; track?: unknown }

export type Signer = {
  sign(path: string, now: number, holder?: Holder): { address: string; expiresAt: number }
  /** Undefined: the signature is wrong or has expired. */
  open(path: string, query: Query, now: number): { expiresAt: number; holder?: Holder } | undefined
  signLease(lease: OfflineLease): SignedLease
}

const LIFE_SECONDS = 900

/**
 * Signs addresses of one object with an expiry in milliseconds since 1970. They are relative: pages ask their own origin, whoever
 * sends the bytes. Addresses that one of the older secrets signed stay valid until they expire.
 */
export function createSigner(secret: string, lifeSeconds = LIFE_SECONDS, older: readonly string[] = []): Signer {
  const signatureOf = (path: string, expires: string, holder?: Holder, by = secret) =>
    createHmac('sha256', by)
      .update(['media', path, expires, ...(holder ? [holder.listener, holder.track] : [])].join('\n'))
      .digest()
  const signLease = createLeaseSigner(secret)
  return {
    signLease,
    sign(path, now, holder) {
      const expiresAt = now + lifeSeconds * 1000
      const query = new URLSearchParams({ expires: String(expiresAt) })
      if (holder) for (const [name, value] of Object.entries(holder)) query.set(name, String(value))
      query.set('signature', signatureOf(path, String(expiresAt), holder).toString('base64url'))
      return { address: `/media/${path}?${query}`, expiresAt }
    },
    open(path, { expires, signature, listener, track }, now) {
      if (!isNumber(expires) || typeof signature !== 'string') return undefined
      const holder =
        isNumber(listener) && isNumber(track) ? { listener: Number(listener), track: Number(track) } : undefined
      if (!holder && (listener !== undefined || track !== undefined)) return undefined
      const sent = Buffer.from(signature, 'base64url')
      const isSigned = [secret, ...older].some((by) => {
        const expected = signatureOf(path, expires, holder, by)
        return sent.length === expected.length && timingSafeEqual(sent, expected)
      })
      if (!isSigned || Number(expires) <= now) return undefined
      return { expiresAt: Number(expires), ...(holder && { holder }) }
    },
  }
}

const isNumber = (value: unknown): value is string => typeof value === 'string' && /^\d{1,15}$/.test(value)
