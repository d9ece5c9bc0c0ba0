import { createECDH, createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto'
import type { OfflineLease, SignedLease } from '#contract/offline/offline-leases.ts'

const CURVE = 'prime256v1'
const KEY_BYTES = 32
/** Larger than the order of the curve once in four thousand million times: then the next one is taken. */
const TRIES = 4

/** A key of its own for leases, the same in every process with this secret: browsers check what the server states. */
function privateKeyOf(secret: string): KeyObject {
  const ecdh = createECDH(CURVE)
  for (let tried = 0; tried < TRIES; tried += 1) {
    const d = Buffer.from(hkdfSync('sha256', secret, '', `offline lease ${tried}`, KEY_BYTES))
    try {
      ecdh.setPrivateKey(d)
    } catch {
      continue
    }
    const point = ecdh.getPublicKey()
    const coordinate = (from: number) => point.subarray(from, from + KEY_BYTES).toString('base64url')
    const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: coordinate(1), y: coordinate(1 + KEY_BYTES) }
    return createPrivateKey({ key: jwk, format: 'jwk' })
  }
  throw new Error('no key can be made of the secret')
}

export function createLeaseSigner(secret: string): (lease: OfflineLease) => SignedLease {
  const privateKey = privateKeyOf(secret)
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64url')
  return (lease) => {
    const text = JSON.stringify(lease)
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return { text, signature: signature.toString('base64url'), key }
  }
}
