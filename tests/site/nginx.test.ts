import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { localized } from '#i18n/paths.ts'
import { routes } from '#i18n/routes.ts'
import { freePort } from '../../scripts/process/free-port.ts'
import { ADDRESS, allPages, entryPages, LOCALES, publishedFiles, read, SITE } from './support/site.ts'

/** The published folder behind a real nginx, with the rules that the publication carries, beside the bundled host. */
const hasNginx = spawnSync('nginx', ['-v']).status === 0

const PORT = await freePort()
const work = mkdtempSync(join(tmpdir(), 'shop-nginx-'))
let nginx: ChildProcess

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }
function ask(path: string, headers: Record<string, string> = {}, port = PORT): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request({ hostname: '127.0.0.1', port, path, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', fail)
    sent.end()
  })
}
const atShop = (path: string) => ask(path, {}, Number(new URL(ADDRESS).port))

function configuration(): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${work}/${name};`)
    .join(' ')
  return `daemon off; pid ${work}/pid; error_log stderr warn; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http { access_log off; ${temporary} types { text/html html; text/css css; application/javascript js; image/svg+xml svg; application/xml xml; text/plain txt; }
      server { listen 127.0.0.1:${PORT}; root ${SITE}; include ${SITE}/nginx.conf; location /api/ { proxy_pass ${ADDRESS.replace('localhost', '127.0.0.1')}; } } }`
}

async function isUp(): Promise<boolean> {
  return ask('/').then(
    ({ status }) => status === 200,
    () => false,
  )
}

describe.skipIf(!hasNginx)(
  `nginx over the published folder${hasNginx ? '' : ' (skipped: install the Debian package nginx-light)'}`,
  () => {
    const pages = allPages()
    const fixed = LOCALES.flatMap((locale) =>
      routes
        .filter(({ kind, rest }) => kind !== 'page' || rest === '')
        .map(({ base, kind }) => ({ path: localized(base, locale), kind })),
    )
    const entries = LOCALES.flatMap((locale) =>
      routes
        .flatMap(({ base, kind }) => (kind === 'catalog' ? entryPages(pages, base, locale).slice(0, 2) : []))
        .map(({ path }) => encodeURI(path)),
    )

    beforeAll(async () => {
      writeFileSync(join(work, 'nginx.conf'), configuration())
      nginx = spawn('nginx', ['-p', work, '-c', join(work, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] })
      await vi.waitUntil(isUp, { timeout: 60_000 })
    })
    afterAll(async () => {
      const ended = new Promise((done) => nginx.once('exit', done))
      nginx.kill('SIGTERM')
      await ended
      rmSync(work, { recursive: true, force: true })
    })

    it('[SD-5] serves the page of every fixed path, with the bytes of the bundled host', async () => {
      const faults = await Promise.all(
        fixed.map(async ({ path }) => {
          const [here, there] = await Promise.all([ask(path), atShop(path)])
          return here.status === 200 && here.body.equals(there.body) ? [] : [path, here.status]
        }),
      )
      expect(faults.flat()).toEqual([])
    })

    it('[SD-1] serves the page of every kind of entry in both languages', async () => {
      const faults = await Promise.all(
        entries.map(async (path) => ((await ask(path)).body.equals((await atShop(path)).body) ? [] : [path])),
      )
      expect(entries.length).toBeGreaterThan(15)
      expect(faults.flat()).toEqual([])
    })

    it('[SD-5] serves the fallback page of a route for its parameters and for titles newer than the build', async () => {
      const shells = fixed.filter(({ kind }) => kind === 'shell' || kind === 'catalog')
      const faults = await Promise.all(
        shells.map(async ({ path }) => {
          const { status, body } = await ask(`${path}987654321/%E0%A4%A8%E0%A4%B5%E0%A5%87/`)
          return status === 200 && body.equals((await ask(path)).body) ? [] : [path, status]
        }),
      )
      expect(faults.flat()).toEqual([])
    })

    it('[SD-6] answers 404 with the 404 page, also for files that configure hosts', async () => {
      for (const path of [
        '/no-such-page/',
        '/no-such.png',
        '/_a/none.js',
        '/manifest.json',
        '/digests.json',
        '/facts.json',
        '/nginx.conf',
        '/_headers',
      ]) {
        const { status, body } = await ask(path)
        expect([path, status, body.toString() === read('404.html')]).toEqual([path, 404, true])
      }
    })

    it('[SD-6] answers in Marathi below /mr/, and never 200 for the page itself', async () => {
      for (const path of ['/mr/no/such/', '/mr/no-such.png', '/mr/search/st.john', '/mr/404/', '/mr/404/index.html']) {
        const { status, body } = await ask(path)
        expect([path, status, body.toString() === read('mr/404/index.html')]).toEqual([path, 404, true])
      }
    })

    it('[SD-6] serves no fallback page for a path with a file extension', async () => {
      for (const path of ['/search/st.john', '/product-details/1/x.png'])
        expect([path, (await ask(path)).status]).toEqual([path, (await atShop(path)).status])
    })

    it.each([
      '/kids',
      '/mr/faq',
      '/search/katha',
      '/mr/search/%E0%A4%95%E0%A4%A5%E0%A4%BE',
      '/product-details/1/x?y=1',
    ])('redirects %s to the form with a slash', async (path) => {
      const { status, headers } = await ask(path)
      const [before = '', question] = path.split('?')
      expect([status, headers['location']]).toEqual([301, `${before}/${question ? `?${question}` : ''}`])
    })

    it.each([
      '//evil.example',
      '//evil.example/x',
      '/\\evil.example',
      '/%2f%2fevil.example/a',
      '/%5Cevil',
      '/%5Cevil%E3%80%82com',
      '/%5C%5B::1%5D',
      '/%2F%2Fevil%E3%80%82com',
      '//evil',
      '/..%2f..%2fetc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
    ])('redirects %s to no other site and no other folder', async (path) => {
      const { status, headers, body } = await ask(path)
      expect(new URL(String(headers['location'] ?? '/'), 'http://shop.test').host).toBe('shop.test')
      expect([301, 400, 404]).toContain(status)
      expect(body.toString()).not.toContain('root:')
    })

    it('sends the headers of the bundled host with pages, fallback pages and the 404 page', async () => {
      const names = [
        'content-security-policy',
        'referrer-policy',
        'x-content-type-options',
        'permissions-policy',
        'cross-origin-opener-policy',
        'cache-control',
      ]
      for (const path of [
        '/',
        '/mr/kids/',
        '/search/x/',
        '/library/',
        '/mr/reset-password/token/',
        '/no-such/',
        '/payment-success/abc/',
      ]) {
        const [here, there] = await Promise.all([ask(path), atShop(path)])
        for (const name of names) expect([path, name, here.headers[name]]).toEqual([path, name, there.headers[name]])
      }
    })

    it('serves precompressed files, and assets as immutable for a year', async () => {
      const script = `/${publishedFiles()
        .find((file) => /^_a\/.*\.js\.gz$/.test(file))
        ?.slice(0, -3)}`
      for (const path of ['/', script]) {
        const [plain, small] = await Promise.all([ask(path), ask(path, { 'accept-encoding': 'gzip' })])
        expect([path, small.headers['content-encoding'], gunzipSync(small.body).equals(plain.body)]).toEqual([
          path,
          'gzip',
          true,
        ])
      }
      expect((await ask(script)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    })

    it('proxies the API', async () => {
      expect((await ask('/api/build/version/')).headers['content-type']).toContain('application/json')
      expect(realpathSync(SITE)).toContain('builds')
    })
  },
)
