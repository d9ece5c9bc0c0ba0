import { createPresigner, type S3Settings } from './s3-client.ts'

/**
 * Who sends the bytes of an object after the right to it was checked. `through`: this process. `nginx`: nginx on the same
 * machine, from the disk. `redirect`: the S3 store, under a signed address that ends soon.
 */
export const DELIVERIES = ['through', 'nginx', 'redirect'] as const
export type DeliveryName = (typeof DELIVERIES)[number]

type Wanted = {
  path: string
  method: string
  /** Of the answer, as this process would send them. */
  headers: Record<'content-type' | 'cache-control', string> & Record<string, string>
  now: number
  /** When the address that the listener used ends, in milliseconds since 1970. */
  expiresAt?: number | undefined
}
export type MediaDelivery = {
  /** Where browsers read sound, when it is another origin than that of the pages: their content policy must name it. */
  origin?: string
  /** The answer that makes another server send the object. Undefined: this process sends it. */
  handOver(wanted: Wanted): Promise<{ status: 200 | 302; headers: Record<string, string> } | undefined>
}

/** `location` of scripts/deploy/nginx.conf, which is `internal`: nobody can ask for it from outside. */
const INTERNAL = '/x-media/'

const through: MediaDelivery = { handOver: async () => undefined }

const byNginx: MediaDelivery = {
  // Object paths have letters, digits and hyphens only, so nginx has nothing to decode.
  async handOver({ path, headers: { 'accept-ranges': _nginxAddsIt, ...headers } }) {
    return { status: 200, headers: { ...headers, 'x-accel-redirect': `${INTERNAL}${path}` } }
  },
}

/** Only sound: it is nearly all the bytes. Pictures, documents and ebooks keep their headers and the origin of the shop. */
function byRedirect(settings: S3Settings, seconds: number): MediaDelivery {
  const { origin, presign } = createPresigner(settings)
  return {
    origin,
    async handOver({ path, method, headers, now, expiresAt = now + seconds * 1000 }) {
      if (!path.startsWith('audio/')) return undefined
      const address = await presign({
        method: method === 'HEAD' ? 'HEAD' : 'GET',
        key: path,
        now: new Date(now),
        // It ends with the address that led to it, so the shop's own limit holds for both.
        seconds: Math.max(1, Math.ceil(expiresAt / 1000) - Math.floor(now / 1000)),
        replyHeaders: { 'cache-control': headers['cache-control'], 'content-type': headers['content-type'] },
      })
      return { status: 302, headers: { location: address, 'cache-control': 'no-store' } }
    },
  }
}

type DeliverySettings = { mediaDelivery: DeliveryName; mediaSeconds: number; s3?: S3Settings }

export function createDelivery({ mediaDelivery, mediaSeconds, s3 }: DeliverySettings): MediaDelivery {
  if (mediaDelivery === 'redirect' && s3) return byRedirect(s3, mediaSeconds)
  return mediaDelivery === 'nginx' ? byNginx : through
}
