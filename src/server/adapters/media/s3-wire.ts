import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { codeOf, messageOf } from '../../runtime/startup-error.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** `https://host/bucket/…` instead of `https://bucket.host/…`: most stores that one runs oneself want it. */
  pathStyle: boolean
}
type Question = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  query?: string
  /** SHA-256 of the body: the store refuses what did not arrive as it was sent. */
  digest: string
  body?: Blob
  range?: string
  /** Until the head of the answer is there. */
  seconds?: number
  signal?: AbortSignal
}
export type S3Wire = { ask(question: Question): Promise<Response> }

const TRIES = 4
const PATIENCE_SECONDS = 15
const FIRST_GAP_MS = 100

/** Signed requests (SigV4), each with a time limit. All of ours may be repeated: what has an answer of 5xx or none is asked again. */
export function createS3Wire({ endpoint, bucket, region, accessKey, secretKey, pathStyle }: S3Settings): S3Wire {
  const base = new URL(endpoint)
  const root = pathStyle ? `${base.origin}/${bucket}/` : `${base.protocol}//${bucket}.${base.host}/`
  const keys = {
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    cache: new Map<string, ArrayBuffer>(),
  }

  async function once({
    method,
    key,
    query,
    digest,
    body,
    range,
    seconds = PATIENCE_SECONDS,
    signal,
  }: Question): Promise<Response> {
    const headers = { 'x-amz-content-sha256': digest, ...(range && { range }) }
    const signed = await new AwsV4Signer({
      ...keys,
      method,
      url: `${root}${key}${query ? `?${query}` : ''}`,
      headers,
    }).sign()
    const late = new AbortController()
    // Not over the body of an answer: a listener takes hours to hear it, and undici watches the gaps between its pieces.
    const timer = setTimeout(() => late.abort(new Error(`no answer in ${seconds} s`)), seconds * 1000)
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        ...(body && { body }),
        signal: signal ? AbortSignal.any([late.signal, signal]) : late.signal,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async ask(question) {
      for (let tries = 1; ; tries += 1) {
        const answer = await once(question).catch((error: unknown) => reasonOf(error))
        if (typeof answer !== 'string' && answer.status < 500 && answer.status !== 429) return answer
        const isLast = tries >= TRIES || question.signal?.aborted
        if (isLast && typeof answer === 'string') throw new Error(`the media store does not answer: ${answer}`)
        if (isLast && typeof answer !== 'string') return answer
        if (typeof answer !== 'string') await answer.body?.cancel()
        await wait(Math.random() * FIRST_GAP_MS * 2 ** tries)
      }
    },
  }
}

/** undici says `fetch failed` and hides why. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return codeOf(cause) ?? codeOf(error) ?? messageOf(error)
}
