import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { messageOf, StartupError } from '../../runtime/startup-error.ts'
import { isObjectPath, type MediaStore } from './port.ts'
import { createS3Wire, type S3Settings, type S3Wire } from './s3-wire.ts'

const NOTHING = createHash('sha256').digest('hex')
/** What a slow line still manages; a put that takes longer is stuck. */
const SLOWEST_BYTES_A_SECOND = 100_000
/** Times that one answer may be cut without a byte in between. */
const MOST_CUTS = 3

/** Any S3-compatible store. Objects are written by one request, which such a store takes whole or not at all. */
export function s3Store(settings: S3Settings): MediaStore {
  const wire = createS3Wire(settings)
  const store: MediaStore = {
    async put(path, content) {
      const key = keyOf(path)
      const body = 'file' in content ? await openAsBlob(content.file) : new Blob([Uint8Array.from(content)])
      const digest =
        'file' in content ? await digestOf(content.file) : createHash('sha256').update(content).digest('hex')
      const seconds = 30 + Math.ceil(body.size / SLOWEST_BYTES_A_SECOND)
      await finish(await wire.ask({ method: 'PUT', key, body, digest, seconds }))
    },
    async remove(path) {
      await finish(await wire.ask({ method: 'DELETE', key: keyOf(path), digest: NOTHING }), 404)
    },
    async stat(path) {
      const response = await wire.ask({ method: 'HEAD', key: keyOf(path), digest: NOTHING })
      await finish(response, 404)
      return response.ok ? { bytes: Number(response.headers.get('content-length')) } : undefined
    },
    stream(path, range) {
      const key = keyOf(path)
      return Readable.from(read(wire, key, range), { objectMode: false })
    },
    prove: () => prove(wire, settings, store),
  }
  return store
}

function keyOf(path: string): string {
  if (!isObjectPath(path)) throw new RangeError(`not an object of the media store: ${path}`)
  return path
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Throws unless it went well, or as is allowed. An answer that is not read holds its connection. */
async function finish(response: Response, allowed?: number): Promise<void> {
  const text = await response.text()
  if (!response.ok && response.status !== allowed) throw failure(response, text)
}

const codeIn = (text: string): string | undefined => /<Code>(\w+)<\/Code>/.exec(text)?.[1]

/** Names the fault and the store's own number for it; never the address, which a signature could stand in. */
function failure({ status, headers }: Response, text: string): Error {
  return new Error(
    `the media store answered ${status} ${codeIn(text) ?? ''} (request ${headers.get('x-amz-request-id') ?? 'unknown'})`,
  )
}

type Range = { start: number; end: number }

async function* read(wire: S3Wire, key: string, range?: Range): AsyncGenerator<Uint8Array> {
  const stop = new AbortController()
  try {
    yield* inParts(
      (from) => wire.ask({ method: 'GET', key, digest: NOTHING, range: from, signal: stop.signal }),
      stop.signal,
      range,
    )
  } finally {
    stop.abort()
  }
}

/** An answer that is cut goes on where it was: a listener hears nothing of it. */
async function* inParts(
  ask: (range: string) => Promise<Response>,
  signal: AbortSignal,
  range?: Range,
): AsyncGenerator<Uint8Array> {
  let at = range?.start ?? 0
  let end = range?.end
  for (let cuts = 0; end === undefined || at <= end; cuts += 1) {
    const response = await ask(`bytes=${at}-${end ?? ''}`)
    // The range of an object without bytes cannot be met.
    if (response.status === 416 && at === 0) return await response.body?.cancel()
    if (response.status !== 206) throw failure(response, await response.text())
    if (cuts > MOST_CUTS) throw new Error('the media store ends its answers early')
    end ??= at + Number(response.headers.get('content-length')) - 1
    for await (const chunk of whatCame(response, signal)) {
      yield chunk
      at += chunk.length
      cuts = 0
    }
  }
}

async function* whatCame({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
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

/** Says in one line why a store cannot be used; no key is in it. */
async function prove(wire: S3Wire, { endpoint, bucket }: S3Settings, store: MediaStore): Promise<void> {
  const place = `The media store ${new URL(endpoint).host}, bucket ${bucket}`
  const response = await wire
    .ask({ method: 'GET', key: '', query: 'list-type=2&max-keys=1', digest: NOTHING })
    .catch((error: Error) => {
      throw new StartupError(`S3_ENDPOINT: ${place}: ${error.message}.`)
    })
  const text = await response.text()
  const code = codeIn(text) ?? String(response.status)
  if (!response.ok) throw new StartupError(`${place} refuses: ${REASONS[code] ?? code}.`)
  const path = `auditions/${randomBytes(16).toString('hex')}.bin`
  await tell(place, 'write', store.put(path, Buffer.from(path)))
  const said = await tell(place, 'read', store.stream(path).toArray())
  if (String(Buffer.concat(said)) !== path)
    throw new StartupError(`${place} gives back something else than was written.`)
  await tell(place, 'delete', store.remove(path))
}

async function tell<Result>(place: string, act: string, done: Promise<Result>): Promise<Result> {
  return done.catch((error: unknown) => {
    const code = /answered \d+ (\w+)/.exec(messageOf(error))?.[1] ?? ''
    throw new StartupError(`${place} lets S3_ACCESS_KEY not ${act}: ${REASONS[code] ?? messageOf(error)}.`)
  })
}
