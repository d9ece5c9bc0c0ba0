import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrotli, hasNginx, startNginx, type Nginx } from '../../scripts/bench/shop/nginx.ts'
import { freePort } from '../../scripts/process/free-port.ts'
import { ADDRESS, publishedFiles, SITE } from './support/site.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const missing = [
  ...(hasNginx ? [] : ['nginx-light']),
  ...(hasBrotli ? [] : ['libnginx-mod-http-brotli-static']),
  ...(hasOpenssl ? [] : ['openssl']),
]

type Answer = { headers: IncomingHttpHeaders; body: Buffer }
function ask(session: ClientHttp2Session, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const stream = session.request({ [constants.HTTP2_HEADER_PATH]: path, ...headers })
    const parts: Buffer[] = []
    let received: IncomingHttpHeaders = {}
    stream.on('response', (response) => (received = response))
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => done({ headers: received, body: Buffer.concat(parts) }))
    stream.on('error', fail)
  })
}

/** `scripts/deploy/nginx.conf` over the published folder, as a deployment has it: TLS, HTTP/2 and the compressed twins of each file. */
describe.skipIf(missing.length > 0)(
  `nginx as deployed${missing.length > 0 ? ` (skipped: install the Debian packages ${missing.join(' ')})` : ''}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'shop-deploy-'))
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
    const files = publishedFiles()
    const nameOf = (pattern: RegExp) => files.find((file) => pattern.test(file)) ?? ''
    let nginx: Nginx
    let session: ClientHttp2Session

    beforeAll(async () => {
      const subject = ['-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', certificate]
      const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      execFileSync('openssl', ['req', ...kind, ...subject], { stdio: 'ignore' })
      nginx = await startNginx({
        ...{ folder, port: await freePort(), apis: [Number(new URL(ADDRESS).port)] },
        ...{ media: join(SITE, '../../media'), site: realpathSync(SITE), certificate: { certificate, key } },
      })
      session = connect(nginx.address, { ca: readFileSync(certificate), servername: 'localhost' })
    })
    afterAll(async () => {
      session.close()
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    it.each([
      ['/', 'index.html'],
      ['/mr/', 'mr/index.html'],
      ['/search/कथा/', 'search/index.html'],
      [`/${nameOf(/^_a\/.*\.js$/)}`, nameOf(/^_a\/.*\.js$/)],
      [`/${nameOf(/^_a\/.*\.css$/)}`, nameOf(/^_a\/.*\.css$/)],
      ['/icons.svg', 'icons.svg'],
    ])('[SP-1] sends the Brotli twin of %s, and gzip or the file itself to who asks for that', async (path, file) => {
      const address = encodeURI(path)
      const content = readFileSync(join(SITE, file))
      const small = await ask(session, address, { 'accept-encoding': 'gzip, deflate, br, zstd' })
      expect([small.headers[':status'], small.headers['content-encoding']]).toEqual([200, 'br'])
      expect(small.headers['vary']).toBe('Accept-Encoding')
      expect(small.body.equals(readFileSync(join(SITE, `${file}.br`)))).toBe(true)
      expect(brotliDecompressSync(small.body).equals(content)).toBe(true)
      const older = await ask(session, address, { 'accept-encoding': 'gzip' })
      expect([older.headers['content-encoding'], gunzipSync(older.body).equals(content)]).toEqual(['gzip', true])
      expect(small.body.length).toBeLessThan(older.body.length)
      const plain = await ask(session, address)
      expect([plain.headers['content-encoding'], plain.body.equals(content)]).toEqual([undefined, true])
    })

    it('[SP-1] speaks HTTP/2, and caches assets for a year and pages until they are asked for again', async () => {
      expect(session.alpnProtocol).toBe('h2')
      const script = await ask(session, `/${nameOf(/^_a\/.*\.js$/)}`, { 'accept-encoding': 'br' })
      expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const page = await ask(session, '/mr/', { 'accept-encoding': 'br' })
      expect(page.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
      const again = await ask(session, '/mr/', {
        'accept-encoding': 'br',
        'if-none-match': String(page.headers['etag']),
        'if-modified-since': String(page.headers['last-modified']),
      })
      expect([again.headers[':status'], again.body.length]).toEqual([304, 0])
    })

    it('[OP-3] passes calls of the API on, and answers 404 with the page of the publication', async () => {
      const call = await ask(session, '/api/build/version/')
      expect([call.headers[':status'], call.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      const lost = await ask(session, '/mr/no-such-page/', { 'accept-encoding': 'br' })
      expect(lost.headers[':status']).toBe(404)
      const body = lost.headers['content-encoding'] === 'br' ? brotliDecompressSync(lost.body) : lost.body
      expect(body.equals(readFileSync(join(SITE, 'mr/404/index.html')))).toBe(true)
    })
  },
)
