import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { codeOf, messageOf } from '../../runtime/startup-error.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** `https://host/bucket/…` instead of `https://bucket.host/…`: most self-hosted stores need it. */
  pathStyle: boolean
  /** Where browsers reach the store, when that is not `endpoint`: the API may use an address of its own network. */
  publicEndpoint?: string
}
type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  query?: string
  /** SHA-256 of the body: the store refuses a corrupt upload. */
  digest: string
  body?: Blob
  range?: string
  /** Time limit until the headers of the response. */
  seconds?: number
  signal?: AbortSignal
}
export type S3Client = { send(request: S3Request): Promise<Response> }

const MAX_TRIES = 4
const TIMEOUT_SECONDS = 15
const FIRST_GAP_MS = 100

type Signing = Omit<ConstructorParameters<typeof AwsV4Signer>[0], 'method' | 'url' | 'headers'>

/** Sends signed requests (SigV4) with a time limit. Every request is idempotent, so it is repeated after a 5xx or no response. */
export function createS3Client(settings: S3Settings): S3Client {
  const root = rootOf(settings.endpoint, settings)
  const signing = signingOf(settings)
  return {
    async send(request) {
      for (let tries = 1; ; tries += 1) {
        const response = await sendOnce(root, signing, request).catch((error: unknown) => reasonOf(error))
        if (typeof response !== 'string' && response.status < 500 && response.status !== 429) return response
        const isLast = tries >= MAX_TRIES || request.signal?.aborted
        if (isLast && typeof response === 'string') throw new Error(`the media store does not answer: ${response}`)
        if (isLast && typeof response !== 'string') return response
        if (typeof response !== 'string') await response.body?.cancel()
        await wait(Math.random() * FIRST_GAP_MS * 2 ** tries)
      }
    },
  }
}

/** The address of the bucket, with a slash at its end. */
function rootOf(endpoint: string, { bucket, pathStyle }: S3Settings): string {
  const { origin, protocol, host } = new URL(endpoint)
  return pathStyle ? `${origin}/${bucket}/` : `${protocol}//${bucket}.${host}/`
}

const signingOf = ({ region, accessKey, secretKey }: S3Settings): Signing => ({
  accessKeyId: accessKey,
  secretAccessKey: secretKey,
  service: 's3',
  region,
  cache: new Map<string, ArrayBuffer>(),
})

type Presigned = {
  method: 'GET' | 'HEAD'
  key: string
  now: Date
  /** How long the store accepts the beginning of a request. */
  seconds: number
  /** Headers that the store sends in place of its own, in small letters. */
  replyHeaders: Record<string, string>
}

/** Signs addresses with which anybody may read one object for a time (SigV4 in the query). Asks nobody. */
export function createPresigner(settings: S3Settings): {
  origin: string
  presign(wanted: Presigned): Promise<string>
} {
  const root = rootOf(settings.publicEndpoint ?? settings.endpoint, settings)
  const signing = signingOf(settings)
  return {
    origin: new URL(root).origin,
    async presign({ method, key, now, seconds, replyHeaders }) {
      const url = new URL(root + key)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      for (const [name, value] of Object.entries(replyHeaders)) url.searchParams.set(`response-${name}`, value)
      const datetime = now.toISOString().replace(/[:-]|\.\d{3}/g, '')
      const signed = await new AwsV4Signer({ ...signing, method, url: url.href, datetime, signQuery: true }).sign()
      return signed.url.href
    },
  }
}

async function sendOnce(
  root: string,
  signing: Signing,
  { method, key, query, digest, body, range, seconds = TIMEOUT_SECONDS, signal }: S3Request,
): Promise<Response> {
  const url = `${root}${key}${query ? `?${query}` : ''}`
  const headers = { 'x-amz-content-sha256': digest, ...(range && { range }) }
  const signed = await new AwsV4Signer({ ...signing, method, url, headers }).sign()
  const timeout = new AbortController()
  // The limit ends with the headers: a listener may stream the body for hours, and undici limits the gaps in it.
  const timer = setTimeout(() => timeout.abort(new Error(`no answer in ${seconds} s`)), seconds * 1000)
  try {
    return await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'manual',
      ...(body && { body }),
      signal: signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal,
    })
  } finally {
    clearTimeout(timer)
  }
}

/** The message of undici is always `fetch failed`: its cause has the reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return codeOf(cause) ?? codeOf(error) ?? messageOf(error)
}
