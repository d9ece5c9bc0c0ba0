import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { localized } from '#i18n/paths.ts'
import { routes } from '#i18n/routes.ts'
import {
  ADDRESS,
  allPages,
  entryPages,
  LOCALES,
  onePageOfEachKind,
  publishedFiles,
  read,
  SITE,
} from './support/site.ts'

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** A request as it is written: `fetch` would tidy the path and unpack the body. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(ADDRESS)
  return new Promise((done, fail) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
      response.on('error', fail)
    })
    sent.on('error', fail)
    sent.end()
  })
}

const pages = allPages()
const kinds = LOCALES.flatMap((locale) => onePageOfEachKind(pages, locale).map(({ path }) => encodeURI(path)))
const files = publishedFiles()
const assets = files.filter((file) => file.startsWith('_a/') && !/\.(?:br|gz)$/.test(file))
const precompressed = files.filter((file) => file.endsWith('.br')).map((file) => file.slice(0, -3))
const NOT_FOUND = read('404.html')

describe('security headers', () => {
  const HEADERS: [string, RegExp][] = [
    ['x-content-type-options', /^nosniff$/],
    ['referrer-policy', /^(?:strict-origin-when-cross-origin|no-referrer|same-origin|strict-origin)$/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['permissions-policy', /camera=\(\).*microphone=\(self\)/],
  ]

  it.each(HEADERS)(
    '%s is sent with every kind of page, with assets and with the fallback page',
    async (name, right) => {
      const answers = await Promise.all(
        [...kinds, `/${assets[0]}`, '/no-such-page/'].map(async (path) => ({
          path,
          value: (await ask(path)).headers[name],
        })),
      )
      expect(answers.filter(({ value }) => !right.test(String(value)))).toEqual([])
    },
  )

  it('every page has the same content policy, because the router keeps the first', async () => {
    const policies = await Promise.all(
      [...kinds, '/no-such-page/'].map(async (path) => (await ask(path)).headers['content-security-policy']),
    )
    expect(new Set(policies).size).toBe(1)
  })

  it('the content policy allows named sources only', async () => {
    const rows = String((await ask('/')).headers['content-security-policy']).split(';')
    const policy = new Map(rows.map((row) => [row.trim().split(' ')[0] ?? '', row.trim().split(' ').slice(1)]))
    const sources = [...policy.values()].flat()
    expect(
      sources.filter(
        (source) => /unsafe-|^\*$|^https?:$|^data:$/.test(source) && !policy.get('img-src')?.includes(source),
      ),
    ).toEqual([])
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('form-action')).toContain("'self'")
    expect(policy.get('script-src')?.every((source) => source === "'self'" || source.startsWith("'sha256-"))).toBe(true)
    expect(policy.get('connect-src')).toEqual(["'self'"])
  })

  it('no page has event attributes, style attributes or script addresses, which the content policy forbids', () => {
    const markup = (html: string) => html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    const bad = pages.filter(({ html }) =>
      /<[a-z][^>]*\s(?:on[a-z]+|style)="|(?:href|src|action)="\s*(?:javascript|data):/i.test(markup(html)),
    )
    expect(bad.map(({ path }) => path)).toEqual([])
  })
})

describe('precompressed files', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('[SD-1] the %s encoding decodes to the same bytes', async (encoding, decode) => {
    const chosen = [
      ...precompressed.filter((file) => !file.endsWith('.html')),
      ...precompressed.filter((file) => file.endsWith('.html')).slice(0, 20),
    ]
    const faults = await Promise.all(
      chosen.map(async (file) => {
        const path = encodeURI(`/${file.replace(/index\.html$/, '')}`)
        const [plain, small] = [await ask(path), await ask(path, { 'accept-encoding': encoding })]
        const isSame =
          small.headers['content-encoding'] === encoding &&
          plain.headers['content-encoding'] === undefined &&
          decode(small.body).equals(plain.body)
        return isSame && plain.status === 200 && small.body.length < plain.body.length ? [] : [path]
      }),
    )
    expect(chosen.length).toBeGreaterThan(40)
    expect(faults.flat()).toEqual([])
  })

  it('replies have Vary: Accept-Encoding', async () => {
    const answers = await Promise.all(
      ['/', `/${precompressed.find((file) => file.endsWith('.js'))}`].map((path) =>
        ask(path, { 'accept-encoding': 'br' }),
      ),
    )
    expect(answers.map(({ headers }) => String(headers['vary']).toLowerCase())).toEqual([
      expect.stringContaining('accept-encoding'),
      expect.stringContaining('accept-encoding'),
    ])
  })

  it('every page and every larger script and style exists in both encodings', () => {
    const known = new Set(files)
    const large = files.filter((file) => /\.(?:html|js|css)$/.test(file) && Buffer.byteLength(read(file)) >= 1024)
    expect(large.filter((file) => !known.has(`${file}.br`) || !known.has(`${file}.gz`))).toEqual([])
  })
})

describe('caching', () => {
  it('assets are named by their content and immutable', async () => {
    const answers = await Promise.all(assets.map(async (file) => ({ file, ...(await ask(`/${file}`)) })))
    expect(assets.length).toBeGreaterThan(30)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(assets.filter((file) => !/\.[\w-]{6,}\.\w+$/.test(file))).toEqual([])
    expect(
      answers
        .filter(({ headers }) => headers['cache-control'] !== 'public, max-age=31536000, immutable')
        .map(({ file }) => file),
    ).toEqual([])
  })

  it('pages are revalidated, and an unchanged one is not sent again', async () => {
    for (const path of kinds.slice(0, 6)) {
      const first = await ask(path, { 'accept-encoding': 'br' })
      const again = await ask(path, { 'accept-encoding': 'br', 'if-none-match': String(first.headers['etag']) })
      expect([path, first.status, first.headers['cache-control']]).toEqual([
        path,
        200,
        'public, max-age=0, must-revalidate',
      ])
      expect([path, again.status, again.body.length]).toEqual([path, 304, 0])
    }
  })

  it('each encoding of a page has another ETag', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (encoding) => (await ask('/', { 'accept-encoding': encoding })).headers['etag'],
      ),
    )
    expect(new Set(tags).size).toBe(3)
  })

  it('a stale ETag gets the page', async () => {
    expect((await ask('/', { 'if-none-match': '"no-such-tag"' })).status).toBe(200)
  })

  it('the fallback page is not cached for long', async () => {
    const { status, headers } = await ask('/no-such-page/')
    expect([status, headers['cache-control']]).toEqual([404, 'public, max-age=0, must-revalidate'])
  })
})

describe('paths', () => {
  it('[SD-6] an unknown path answers 404 with the fallback page', async () => {
    for (const path of ['/no-such-page/', '/no-such-file.js', '/_a/gone.12345678.js', '/faq/more/']) {
      const { status, body } = await ask(path)
      expect([path, status, body.toString() === NOT_FOUND]).toEqual([path, 404, true])
    }
    expect(NOT_FOUND).toContain('404')
  })

  it('[SD-6] an unknown path below /mr/ answers 404 in Marathi', async () => {
    const page = read('mr/404/index.html')
    expect(page).toMatch(/<html[^>]* lang="mr"/)
    for (const path of ['/mr/no-such-page/', '/mr/no-such.js', '/mr/faq/more/', '/mr//x/', '/mr/404/']) {
      const { status, body } = await ask(path)
      expect([path, status, body.toString() === page]).toEqual([path, 404, true])
    }
  })

  it.each([
    '/../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%2e%2e%2f%2e%2e%2fengine.json',
    '/_a/..%2f..%2f..%2f..%2fengine.json',
    '/..%5c..%5cengine.json',
    '/%252e%252e/engine.json',
    '//etc/passwd',
    '/a%00b/',
    '/index.html%00.txt',
    '/%c0%ae%c0%ae/engine.json',
    '/%',
    '/.env',
    '/./manifest.json',
    '/.%2fmanifest.json',
  ])('%s is not found and reveals nothing', async (path) => {
    const { status, headers, body } = await ask(path)
    expect(headers['location']).toBeUndefined()
    expect([400, 403, 404]).toContain(status)
    expect(body.toString()).not.toMatch(/root:|"rewrites"|secret/)
  })

  it.each([
    '//evil.test/',
    '//evil.test/x',
    '///evil.test/x',
    '//evil.test/%2e%2e',
    '/\\evil.test/x',
    '/\\/evil.test/x',
    '/%5cevil.test/x',
    '/%2fevil.test/x',
    '/mr//evil.test/x',
    '/search/?q=//evil.test/x',
    '/search/?q=%0d%0alocation:%20http://evil.test',
    '/product-details/1//evil.test/',
    '/product-details/1/%2f%2fevil.test/',
    '/https://evil.test',
    '/@evil.test',
  ])('%s never redirects to another site', async (path) => {
    const { headers } = await ask(path)
    const location = headers['location']
    const target =
      location === undefined
        ? ADDRESS
        : new URL(String(location), `${ADDRESS}${path.startsWith('/search') ? path : '/'}`).origin
    expect(target).toBe(new URL(ADDRESS).origin)
    expect(String(location ?? '/')).toMatch(/^\/(?![/\\])/)
  })

  it.each(['/manifest.json', '/%2Fmanifest.json', '/_headers', '/_redirects'])(
    '%s configures hosts and is not served',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )

  it('[SD-1] one form of each address is served, the other redirects to it with its query', async () => {
    const [product] = entryPages(pages, '/product-details/', 'en')
    const bare = encodeURI(product?.path ?? '/faq/').slice(0, -1)
    for (const path of ['/faq', '/mr/kids', bare]) {
      const { status, headers } = await ask(`${path}?a=1&b=%E0%A4%85`)
      expect([path, status, headers['location']]).toEqual([path, 308, `${path}/?a=1&b=%E0%A4%85`])
      expect((await ask(`${path}/`)).status).toBe(200)
    }
  })

  it('[SD-5] a title is found by its id with any slug, and redirected to the canonical one', async () => {
    const chosen = LOCALES.flatMap((locale) =>
      entryPages(pages, '/product-details/', locale).filter(({ path }) => /[^\w/-]/.test(path) || path.endsWith('i/')),
    )
    expect(chosen.length).toBeGreaterThan(1)
    for (const { path, html } of chosen) {
      const { status, headers } = await ask(path.replace(/[^/]+\/$/, 'another-name/'))
      expect([path, status]).toEqual([path, 301])
      expect(html).toContain(`${String(headers['location'])}"`)
    }
  })

  it('a search may contain dots and slashes', async () => {
    for (const text of ['...', 'wait..', 'a/b', '//x'])
      expect([text, (await ask(`/search/${encodeURIComponent(text)}/`)).status]).toEqual([text, 200])
  })

  it('HEAD is answered like GET, without the body', async () => {
    const { status, body, headers } = await ask('/', {}, 'HEAD')
    expect([status, body.length, headers['content-type']]).toEqual([200, 0, 'text/html; charset=utf-8'])
  })
})

describe('rules for hosts', () => {
  const rules = read('_redirects').trim().split('\n')
  const decode = routes
    .filter(({ kind }) => kind === 'shell' || kind === 'catalog')
    .flatMap(({ base }) => LOCALES.map((locale) => localized(base, locale)))

  it('[SD-5] every fallback page has a rule in both languages, and unknown paths come last', () => {
    expect(decode.length).toBeGreaterThan(20)
    expect(decode.filter((path) => !rules.includes(`${path}* ${path}index.html 200`))).toEqual([])
    expect(rules.slice(-2)).toEqual(['/mr/* /mr/404/index.html 404', '/* /404.html 404'])
  })

  it('[SD-5] every rule names a published file', () => {
    expect(rules.filter((rule) => !existsSync(join(SITE, rule.split(' ')[1] ?? '-')))).toEqual([])
  })

  it('[SD-9] every private page has a file in both languages', () => {
    const shells = routes
      .filter(({ kind }) => kind === 'private')
      .flatMap(({ base }) => LOCALES.map((locale) => `${localized(base, locale)}index.html`))
    expect(shells.filter((file) => !existsSync(join(SITE, file)))).toEqual([])
  })

  it('[SD-5] a path below a fallback page is answered with it, unless a file exists', async () => {
    for (const path of decode) {
      const { status, body } = await ask(`${path}99999999/newer-than-the-build/`)
      expect([path, status, body.toString() === read(`${path.slice(1)}index.html`)]).toEqual([path, 200, true])
    }
  })

  it('the bundled server and other hosts send the same headers', async () => {
    const { headers } = await ask('/')
    const lines = read('_headers').split('\n/_a/*')[0]?.split('\n').slice(1) ?? []
    const listed = lines.map((line) => line.trim().split(/: (.*)/s))
    expect(listed.length).toBeGreaterThan(4)
    expect(listed.filter(([name = '', value]) => headers[name] !== value)).toEqual([])
    expect(read('_headers')).toContain('/_a/*\n  cache-control: public, max-age=31536000, immutable')
  })
})
