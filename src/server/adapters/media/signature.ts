import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whose right an address stands for: a leaked one names its owner, and the right is looked at again when it is used. */
export type Holder = { listener: number; track: number }
type Query = { expires?: unknown; signature?: unknown; listener?: unknown; track?: unknown }

export type Signer = {
  sign(path: string, now: number, holder?: Holder): { address: string; expiresAt: number }
  /** Undefined when the address is not ours, or over. */
  open(path: string, query: Query, now: number): { holder?: Holder } | undefined
}

const LIFE_SECONDS = 900

/** Addresses bound to one object and a moment, on the origin of the page: its policy lets in no other. Milliseconds since 1970. */
export function createSigner(secret: string, lifeSeconds = LIFE_SECONDS): Signer {
  const signatureOf = (path: string, expires: string, holder?: Holder) =>
    createHmac('sha256', secret)
      .update(['media', path, expires, ...(holder ? [holder.listener, holder.track] : [])].join('\n'))
      .digest()
  return {
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
      const given = Buffer.from(signature, 'base64url')
      const right = signatureOf(path, expires, holder)
      if (given.length !== right.length || !timingSafeEqual(given, right) || Number(expires) <= now) return undefined
      return { ...(holder && { holder }) }
    },
  }
}

const isNumber = (value: unknown): value is string => typeof value === 'string' && /^\d{1,15}$/.test(value)
