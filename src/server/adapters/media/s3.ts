import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { messageOf, StartupError } from '../../runtime/startup-error.ts'
import { isObjectPath, type MediaStore } from './port.ts'
import { createS3Client, type S3Client, type S3Settings } from './s3-client.ts'

const EMPTY_DIGEST = createHash('sha256').digest('hex')
/** A slower upload counts as stuck. */
const MIN_BYTES_PER_SECOND = 100_000
/** Interruptions of one download without a byte in between. */
const MAX_INTERRUPTIONS = 3

/** Any S3-compatible store. One request writes an object, so the store accepts it completely or not at all. */
export function s3Store(settings: S3Settings): MediaStore {
  const client = createS3Client(settings)
  const store: MediaStore = {
    async put(path, content) {
      const key = keyOf(path)
      const body = 'file' in content ? await openAsBlob(content.file) : new Blob([Uint8Array.from(content)])
      const digest =
        'file' in content ? await digestOf(content.file) : createHash('sha256').update(content).digest('hex')
      const seconds = 30 + Math.ceil(body.size / MIN_BYTES_PER_SECOND)
      await finish(await client.send({ method: 'PUT', key, body, digest, seconds }))
    },
    async remove(path) {
      await finish(await client.send({ method: 'DELETE', key: keyOf(path), digest: EMPTY_DIGEST }), 404)
    },
    async stat(path) {
      const response = await client.send({ method: 'HEAD', key: keyOf(path), digest: EMPTY_DIGEST })
      await finish(response, 404)
      return response.ok ? { bytes: Number(response.headers.get('content-length')) } : undefined
    },
    list: (folder) => list(client, folder),
    stream(path, range) {
      const key = keyOf(path)
      return Readable.from(read(client, key, range), { objectMode: false })
    },
    prove: () => prove(client, settings, store),
  }
  return store
}

function keyOf(path: string): string {
  if (!isObjectPath(path)) throw new RangeError(`invalid object path: ${path}`)
  return path
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Throws unless the status is a success or the allowed one. Reads the body, because an unread one blocks its connection. */
async function finish(response: Response, allowed?: number): Promise<void> {
  const text = await response.text()
  if (!response.ok && response.status !== allowed) throw failure(response, text)
}

const codeIn = (text: string): string | undefined => /<Code>(\w+)<\/Code>/.exec(text)?.[1]

/** The error has the status and the request id, never the address, which may contain a signature. */
function failure({ status, headers }: Response, text: string): Error {
  return new Error(
    `the media store answered ${status} ${codeIn(text) ?? ''} (request ${headers.get('x-amz-request-id') ?? 'unknown'})`,
  )
}

/** A thousand at once, until the store says of none that more follow. */
async function list(client: S3Client, folder: string): Promise<string[]> {
  const paths: string[] = []
  let next: string | undefined
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` })
    if (next !== undefined) query.set('continuation-token', next)
    const response = await client.send({ method: 'GET', key: '', query: String(query), digest: EMPTY_DIGEST })
    const text = await response.text()
    if (!response.ok) throw failure(response, text)
    paths.push(
      ...[...text.matchAll(/<Key>([^<]*)<\/Key>/g)].flatMap(([, key = '']) => (isObjectPath(key) ? [key] : [])),
    )
    next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]
  } while (next !== undefined)
  return paths
}

type Range = { start: number; end: number }

async function* read(client: S3Client, key: string, range?: Range): AsyncGenerator<Uint8Array> {
  const stop = new AbortController()
  try {
    yield* inParts(
      (from) => client.send({ method: 'GET', key, digest: EMPTY_DIGEST, range: from, signal: stop.signal }),
      stop.signal,
      range,
    )
  } finally {
    stop.abort()
  }
}

/** Continues an interrupted download at the same byte: the listener does not notice. */
async function* inParts(
  request: (range: string) => Promise<Response>,
  signal: AbortSignal,
  range?: Range,
): AsyncGenerator<Uint8Array> {
  let at = range?.start ?? 0
  let end = range?.end
  for (let interruptions = 0; end === undefined || at <= end; interruptions += 1) {
    const response = await request(`bytes=${at}-${end ?? ''}`)
    // An empty object has no satisfiable range.
    if (response.status === 416 && at === 0) return await response.body?.cancel()
    if (response.status !== 206) throw failure(response, await response.text())
    if (interruptions > MAX_INTERRUPTIONS) throw new Error('the media store ends its answers early')
    end ??= at + Number(response.headers.get('content-length')) - 1
    for await (const chunk of received(response, signal)) {
      yield chunk
      at += chunk.length
      interruptions = 0
    }
  }
}

async function* received({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body
  } catch (error) {
    if (signal.aborted) throw error
  }
}

const REASONS: Record<string, string> = {
  NoSuchBucket: 'S3_BUCKET: there is no such bucket',
  InvalidAccessKeyId: 'S3_ACCESS_KEY is not known there',
  SignatureDoesNotMatch: 'S3_SECRET_KEY does not fit S3_ACCESS_KEY',
  AccessDenied: 'S3_ACCESS_KEY may not do that (it needs to list, read, write and delete)',
  AuthorizationHeaderMalformed: 'S3_REGION is not that of the bucket',
  PermanentRedirect: 'S3_ENDPOINT or S3_REGION is not that of the bucket',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
}

/** Throws a message that names the reason, without keys, when the store cannot be used. */
async function prove(client: S3Client, { endpoint, bucket }: S3Settings, store: MediaStore): Promise<void> {
  const place = `The media store ${new URL(endpoint).host}, bucket ${bucket}`
  const response = await client
    .send({ method: 'GET', key: '', query: 'list-type=2&max-keys=1', digest: EMPTY_DIGEST })
    .catch((error: Error) => {
      throw new StartupError(`S3_ENDPOINT: ${place}: ${error.message}.`)
    })
  const text = await response.text()
  const code = codeIn(text) ?? String(response.status)
  if (!response.ok) throw new StartupError(`${place} refuses: ${REASONS[code] ?? code}.`)
  const path = `auditions/${randomBytes(16).toString('hex')}.bin`
  await explain(place, 'write', store.put(path, Buffer.from(path)))
  const stored = await explain(place, 'read', store.stream(path).toArray())
  if (String(Buffer.concat(stored)) !== path) throw new StartupError(`${place} returns other content than was written.`)
  await explain(place, 'delete', store.remove(path))
}

async function explain<Result>(place: string, act: string, done: Promise<Result>): Promise<Result> {
  return done.catch((error: unknown) => {
    const code = /answered \d+ (\w+)/.exec(messageOf(error))?.[1] ?? ''
    throw new StartupError(`${place} lets S3_ACCESS_KEY not ${act}: ${REASONS[code] ?? messageOf(error)}.`)
  })
}
