import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import aws4 from 'aws4'

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
  stop(): Promise<void>
}

/**
 * A small S3 that believes no signature which another implementation than ours does not make of the very same request. `trouble`
 * is what befalls the next requests: an answer of 503, one that is cut in the middle, none at all, a connection that ends.
 */
export async function startS3(): Promise<S3Server> {
  const state: Pick<S3Server, 'objects' | 'requests' | 'trouble'> = { objects: new Map(), requests: [], trouble: [] }
  const server = createServer((request, response) => void answer(state, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    ...state,
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

type State = Pick<S3Server, 'objects' | 'requests' | 'trouble'>

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
  const fault = faultOf(request, body)
  if (fault) return refuse(response, 403, fault)
  if (request.headers['transfer-encoding']) return refuse(response, 501, 'NotImplemented')
  const [, bucket, key = ''] = /^\/([^/?]+)\/([^?]*)/.exec(url) ?? []
  if (bucket !== KEYS.bucket) return refuse(response, 404, 'NoSuchBucket')
  if (key === '') return void response.end('<ListBucketResult/>')
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
  const [expectedBytes, givenBytes] = [String(expected), authorization].map((text) =>
    createHash('sha256')
      .update(text.split('Signature=')[1] ?? '')
      .digest(),
  )
  return expectedBytes && givenBytes && timingSafeEqual(expectedBytes, givenBytes) ? undefined : 'SignatureDoesNotMatch'
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
  { objects }: State,
  key: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  isCut: boolean,
): void {
  const found = objects.get(key)
  if (!found) return refuse(response, 404, 'NoSuchKey')
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from !== undefined && Number(from) >= found.length) return refuse(response, 416, 'InvalidRange')
  const part = from === undefined ? found : found.subarray(Number(from), to ? Number(to) + 1 : undefined)
  response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length })
  if (method === 'HEAD') return void response.end()
  if (!isCut) return void response.end(part)
  response.write(part.subarray(0, Math.floor(part.length / 2)), () => setTimeout(() => response.destroy(), 20))
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'x-amz-request-id': 'R1' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}
