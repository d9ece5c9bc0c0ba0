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
export function createS3Client({ endpoint, bucket, region, accessKey, secretKey, pathStyle }: S3Settings): S3Client {
  const base = new URL(endpoint)
  const root = pathStyle ? `${base.origin}/${bucket}/` : `${base.protocol}//${bucket}.${base.host}/`
  const signing = {
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    cache: new Map<string, ArrayBuffer>(),
  }
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
