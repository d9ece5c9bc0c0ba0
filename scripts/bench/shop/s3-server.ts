import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import aws4 from 'aws4'
import { rangeOf } from '#contract/http/range.ts'
import { faultOfPresigned } from './s3-presigned.ts'

export const KEYS = {
  accessKey: 'AKIATEST',
  secretKey: 'a secret of forty characters or so, ok',
  region: 'ap-south-1',
  bucket: 'shop-media',
}
type Trouble = { method: string; act: 'pass' | 'deny' | 'fail' | 'cut' | 'hang' | 'vanish' }
export type S3Server = {
  endpoint: string
  objects: Map<string, Buffer>
  requests: string[]
  trouble: Trouble[]
  /** Of addresses that are signed in their query. */
  now: () => number
  /** The site whose pages may read objects, as the CORS rule of a bucket names it. */
  site?: string
  stop(): Promise<void>
}

/**
 * A small S3 that believes no signature which another implementation than ours does not make of the very same request. `trouble`
 * is what befalls the next requests: an answer of 503, one that is cut in the middle, none at all, a connection that ends.
 */
export async function startS3(): Promise<S3Server> {
  const state: State = { objects: new Map(), requests: [], trouble: [], now: () => Date.now() }
  const server = createServer((request, response) => void answer(state, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}

type State = Omit<S3Server, 'endpoint' | 'stop'>

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request
  state.requests.push(`${method} ${url} ${request.headers.range ?? ''}`.trim())
  const next = state.trouble.findIndex((trouble) => trouble.method === method)
  const [trouble] = next < 0 ? [] : state.trouble.splice(next, 1)
  if (trouble?.act === 'hang') return
  if (trouble?.act === 'vanish') return void request.socket.destroy()
  const body = Buffer.concat(await request.toArray().catch(() => []))
  if (trouble?.act === 'fail') return refuse(response, 503, 'SlowDown')
  if (trouble?.act === 'deny') return refuse(response, 403, 'AccessDenied')
  const fault = url.includes('X-Amz-Signature=') ? faultOfPresigned(request, KEYS, state.now()) : faultOf(request, body)
  if (fault) return refuse(response, 403, fault)
  if (request.headers['transfer-encoding']) return refuse(response, 501, 'NotImplemented')
  const [, bucket, key = ''] = /^\/([^/?]+)\/([^?]*)/.exec(url) ?? []
  if (bucket !== KEYS.bucket) return refuse(response, 404, 'NoSuchBucket')
  if (key === '') return list(state, url, response)
  if (method === 'PUT') return put(state, key, body, response)
  if (method === 'DELETE') return remove(state, key, response)
  return get(state, key, request, response, trouble?.act === 'cut')
}

/** Made anew by aws4 of what arrived; undefined when it is the same. */
function faultOf({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): string | undefined {
  const authorization = headers.authorization ?? ''
  const [, id, day, region, signed = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=/.exec(
      authorization,
    ) ?? []
  if (id !== KEYS.accessKey) return 'InvalidAccessKeyId'
  if (region !== KEYS.region) return 'AuthorizationHeaderMalformed'
  const names = signed.split(';')
  const date = String(headers['x-amz-date'])
  if (
    !names.includes('host') ||
    !names.includes('x-amz-content-sha256') ||
    !names.includes('x-amz-date') ||
    !date.startsWith(day ?? '-')
  )
    return 'AccessDenied'
  if (
    Math.abs(Date.now() - Date.parse(date.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))) >
    900_000
  )
    return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return 'XAmzContentSHA256Mismatch'
  return authorization.endsWith(`Signature=${signatureOf({ method, url, headers }, names)}`)
    ? undefined
    : 'SignatureDoesNotMatch'
}

/** What another implementation than ours signs the request with. */
function signatureOf({ method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>, names: string[]) {
  const expected = aws4.sign(
    {
      method,
      path: url,
      service: 's3',
      region: KEYS.region,
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    },
    { accessKeyId: KEYS.accessKey, secretAccessKey: KEYS.secretKey },
  ).headers?.['Authorization']
  return String(expected).split('Signature=')[1]
}

const KEYS_AT_ONCE = 1000

/** The keys after the last that the token names, as ListObjectsV2 answers them. */
function list({ objects }: State, url: string, response: ServerResponse): void {
  const asked = new URL(url, 'http://store.test').searchParams
  const [prefix, token] = [asked.get('prefix') ?? '', asked.get('continuation-token')]
  const after = token === null ? '' : Buffer.from(token, 'base64').toString()
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, Number(asked.get('max-keys') ?? KEYS_AT_ONCE))
  const next = page.length < keys.length ? Buffer.from(page.at(-1) ?? '').toString('base64') : undefined
  response.end(
    `<?xml version="1.0"?><ListBucketResult>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${
      next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    }</ListBucketResult>`,
  )
}

function put({ objects }: State, key: string, body: Buffer, response: ServerResponse): void {
  objects.set(key, body)
  response.end()
}

function remove({ objects }: State, key: string, response: ServerResponse): void {
  objects.delete(key)
  response.writeHead(204).end()
}

function get(
  { objects, site }: State,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
  isCut: boolean,
) {
  const { method, headers, url = '/' } = request
  const found = objects.get(key)
  if (!found) return refuse(response, 404, 'NoSuchKey')
  const etag = `"${createHash('md5').update(found).digest('hex')}"`
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isSame ? rangeOf(headers.range, found.length) : undefined
  if (range === 'outside') return refuse(response, 416, 'InvalidRange')
  const part = range ? found.subarray(range.start, range.end + 1) : found
  response.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    'accept-ranges': 'bytes',
    etag,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${found.length}` }),
    ...overrides(url),
    ...(site !== undefined && headers.origin === site && { 'access-control-allow-origin': site, vary: 'origin' }),
  })
  if (method === 'HEAD') return void response.end()
  if (!isCut) return void response.end(part)
  response.write(part.subarray(0, Math.floor(part.length / 2)), () => setTimeout(() => response.destroy(), 20))
}

/** Headers of the answer that a signed address asks for. */
function overrides(url: string): Record<string, string> {
  const asked = [...new URL(url, 'http://store.test').searchParams]
  return Object.fromEntries(
    asked.filter(([name]) => name.startsWith('response-')).map(([name, value]) => [name.slice(9), value]),
  )
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'x-amz-request-id': 'R1' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}
