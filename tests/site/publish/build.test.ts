import { cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#client/call.ts'
import { readCatalog } from '#catalog/source.ts'
import { buildFolder, Proxy, runBuild, says, type Fault } from '../support/proxy.ts'

/** A build from an API that fails, in a folder of its own: what is served there must stay as it was. */
const KEPT = 4
const data = buildFolder('build')
const site = join(data, 'site')

const proxy = new Proxy()
const breaksOff: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"data":[{"id":1,"name":"Shyam')
  setTimeout(() => response.destroy(), 20)
}
const build = (apiUrl = proxy.address, after?: RegExp) =>
  runBuild({ apiUrl, dataDir: data, ...(after && { stop: { after, by: 'SIGTERM' } }) })

const current = () => readlinkSync(join(site, 'current'))
const builds = () => readdirSync(join(site, 'builds')).toSorted()
const manifest = () => readFileSync(join(site, 'current', 'manifest.json'), 'utf8')
/**
 * What lies there besides: how the last build ended is told to the API by a file, stored answers save reading them again, and nginx is
 * reloaded when its rules change.
 */
const EXPECTED = new Set(['builds', 'current', 'last-rebuild.json', 'catalog', 'spare', 'nginx.conf'])
const halfBuilt = () => readdirSync(site).filter((name) => !EXPECTED.has(name))

/** What is served, as far as a failed build could change it. */
const served = () => ({
  current: current(),
  builds: builds(),
  manifest: manifest(),
  files: readdirSync(join(site, 'current'), { recursive: true }).length,
})

type Reply = { data?: { product_audio_type?: string; is_free?: boolean }[] }
/** A shop that nobody has praised yet and of which no podcast is free. */
function emptied(path: string, answer: Reply): unknown {
  if (path.startsWith('/api/testimonials/')) return { ...answer, data: [] }
  if (path.startsWith('/api/news/')) return { ...answer, accolades_news: [], media_news: [] }
  if (!path.startsWith('/api/build/products/')) return answer
  return {
    ...answer,
    data: answer.data?.map((title) => ({
      ...title,
      is_free: title.is_free === true && title.product_audio_type !== 'podcast',
    })),
  }
}

beforeAll(async () => {
  await proxy.start()
  proxy.change = emptied
  const { code, error } = await build()
  proxy.change = undefined
  if (code !== 0) throw new Error(`the first build failed: ${error.join('\n')}`)
})
afterEach(() => {
  proxy.faults = {}
})
afterAll(() => {
  proxy.stop()
  rmSync(data, { recursive: true, force: true })
})

describe('a build from an API with little data', () => {
  const page = (path: string) => readFileSync(join(site, 'current', path, 'index.html'), 'utf8')

  it.each([
    ['about-us', 'Nothing here yet'],
    ['mr/about-us', 'इथे अजून काही नाही.'],
  ])('[AB-1] shows on /%s/ that there are no testimonials and no news', (path, text) => {
    expect(page(path).split(text)).toHaveLength(3)
  })

  it.each([
    ['try-free-kathavani', 'Product not found'],
    ['mr/try-free-kathavani', 'सध्या इथे मोफत काही नाही'],
  ])('[TF-1] shows on /%s/ that a tab is empty, and only there', (path, text) => {
    // The search box of every page has the same words among its own.
    expect(page(path).match(new RegExp(`<p[^>]*>\\s*${text}\\s*</p>`, 'g'))).toHaveLength(1)
  })
})

/** Answers of an API that fails, and the failed call. */
const FAULTS: [string, string, Fault, RegExp][] = [
  ['is cut off in the middle', '/api/build/authors/', breaksOff, /GET \/api\/build\/authors\/ failed/],
  [
    'is a page of some proxy',
    '/api/v1/FAQ/mr',
    says(200, 'text/html', '<h1>Welcome</h1>'),
    /GET \/api\/v1\/FAQ\/:language failed: badReply/,
  ],
  [
    'has another shape',
    '/api/build/categories/',
    says(200, 'application/json', '{"data":[{"id":"x"}]}'),
    /GET \/api\/build\/categories\/ failed: badReply/,
  ],
  [
    'gives no titles',
    '/api/build/products/',
    says(200, 'application/json', '{"data":[],"next":null}'),
    /GET \/api\/build\/products\/ failed: it gave 0 of \d+ titles/,
  ],
]

describe('the catalog of a build', () => {
  it.each(FAULTS)(
    '[SD-3] cannot be read, with the name of the call, when an answer %s',
    async (_, path, fault, line) => {
      proxy.faults = { [path]: fault }
      await expect(readCatalog(createClient({ base: proxy.address }))).rejects.toThrow(line)
    },
  )
})

describe('a build from an API that fails', () => {
  it.each<[string, string, Fault, RegExp]>([
    [
      'answers 500 for ever',
      '/api/build/products/',
      says(500, 'application/json', '{"fault":"internal"}'),
      /GET \/api\/build\/products\/ failed: internal/,
    ],
    [
      'counts no titles',
      '/api/build/version/',
      says(200, 'application/json', '{"version":"0-0","updated_at":"","titles":0}'),
      /GET \/api\/build\/version\/ counts no titles/,
    ],
    [
      'has closed its catalog',
      '/api/build/version/',
      says(503, 'text/html', 'Back soon'),
      /\/api\/build\/version\/ .*badReply/,
    ],
  ])('[SD-3] fails with the name of the endpoint and changes nothing when it %s', async (_, path, fault, line) => {
    const before = served()
    proxy.faults = { [path]: fault }
    const { code, out, error } = await build()
    expect(code).not.toBe(0)
    expect(error).toEqual([expect.stringMatching(line)])
    expect(error[0]).toContain('the published site is unchanged')
    expect(out).not.toContain('published')
    expect(served()).toEqual(before)
    expect(halfBuilt()).toEqual([])
  })

  it('[SD-3] explains what to do without an API', async () => {
    const before = served()
    const { code, error } = await build('http://127.0.0.1:9')
    expect(code).not.toBe(0)
    expect(error).toEqual([
      expect.stringMatching(
        /http:\/\/127\.0\.0\.1:9 does not answer \/api\/build\/version\/ \(offline\): start it or set API_URL/,
      ),
    ])
    expect(served()).toEqual(before)
  })

  it('[SD-3] changes nothing when it is stopped', async () => {
    const before = served()
    const { code, error } = await build(proxy.address, /building all pages/)
    expect([code, error]).toEqual([1, ['build failed, the published site is unchanged: the build was stopped']])
    expect(served()).toEqual(before)
    expect(halfBuilt()).toEqual([])
  })
})

describe('a successful build', () => {
  /** A script of the publication before, with a twin that tells whether somebody wrote into it. */
  const OLD = '_a/old-script.Ab12Cd34.js'

  beforeAll(async () => {
    for (const id of ['20200101T000000', '20200102T000000', '20200103T000000', '20200104T000000', '20200105T000000']) {
      mkdirSync(join(site, 'builds', id))
    }
    writeFileSync(join(site, 'current', OLD), `export const old = '${'x'.repeat(2000)}'`)
    writeFileSync(join(site, 'current', `${OLD}.br`), 'twin of the old script')
    const parsed = JSON.parse(manifest()) as { assets: string[] }
    writeFileSync(
      join(site, 'current', 'manifest.json'),
      JSON.stringify({ ...parsed, assets: [...parsed.assets, OLD, `${OLD}.br`] }, null, 1),
    )
    mkdirSync(join(site, 'building-999999'), { recursive: true })
  })

  it('[SD-3] [SD-4] retries a failed reply, is published at once, and removes leftovers of stopped builds', async () => {
    const before = current()
    const old = join(site, before)
    cpSync(join(old, 'manifest.json'), join(data, 'manifest-before.json'))
    let tries = 0
    proxy.faults = {
      '/api/build/texts/': (response) => {
        tries += 1
        if (tries > 1) proxy.faults = {}
        says(500, 'text/plain', 'busy')(response)
      },
    }
    const { code, out, error } = await build()
    expect([code, error]).toEqual([0, []])
    expect(tries).toBe(2)
    expect(out).toMatch(/published \d+ pages as \d{8}T\d{9}/)
    expect(current()).not.toBe(before)
    expect(manifest()).toContain(`"build": "${current().replace('builds/', '')}"`)
    expect(readFileSync(join(site, 'nginx.conf'), 'utf8')).toBe(
      readFileSync(join(site, 'current', 'nginx.conf'), 'utf8'),
    )
    expect(readFileSync(join(old, 'manifest.json'), 'utf8')).toBe(
      readFileSync(join(data, 'manifest-before.json'), 'utf8'),
    )
    expect(halfBuilt()).toEqual([])
  })

  it('[SD-4] keeps the scripts of the previous publication', () => {
    expect(readFileSync(join(site, 'current', OLD), 'utf8')).toContain('export const old')
    expect(readFileSync(join(site, 'current', `${OLD}.br`), 'utf8')).toBe('twin of the old script')
  })

  it('[SD-4] keeps the four newest publications for roll-back', () => {
    expect(builds()).toHaveLength(KEPT)
    expect(builds().at(-1)).toBe(current().replace('builds/', ''))
    expect(builds()).not.toContain('20200101T000000')
  })

  it('[SD-3] requests lists, not single titles', () => {
    expect(proxy.requests.length).toBeGreaterThan(20)
    expect(proxy.requests.filter((path) => /product-details|author-product|category-product/.test(path))).toEqual([])
  })
})
