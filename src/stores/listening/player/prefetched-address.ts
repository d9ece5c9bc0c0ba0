import type { Playing } from './state.ts'
import { addressOf, indexAfter, type KnownAddress } from './title.ts'

/** An address that expires sooner is not used. */
const MARGIN_MS = 10_000
/** `timeupdate` fires several times a second: a failed request for the next address is not repeated each time. */
const PREFETCH_RETRY_MS = 5_000

let prefetched: { key: string; askedAt: number; address?: KnownAddress } | undefined

/** Prefetches the address of the next track near the end of this one. */
export async function prefetchNextAddress({ title, index }: Playing): Promise<void> {
  const next = title.tracks[indexAfter(title, index)]
  if (
    !next ||
    (prefetched?.key === next.key && (prefetched.address || Date.now() - prefetched.askedAt < PREFETCH_RETRY_MS))
  )
    return
  const asked = (prefetched = { key: next.key, askedAt: Date.now() })
  const address = await addressOf(title, next.key)
  if (prefetched === asked && address.ok) prefetched = { ...asked, address }
}

/** The prefetched address of a track, if it is still good. It is given once. */
export function takePrefetched(key: string): KnownAddress | undefined {
  const early = prefetched?.key === key ? prefetched.address : undefined
  prefetched = undefined
  return early && early.reply.expires_at - MARGIN_MS > Date.now() ? early : undefined
}

export function forgetPrefetched(): void {
  prefetched = undefined
}
