import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ADDRESS } from './support.ts'

/** A build from an API that fails, in a folder of its own: what is served there must stay as it was. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KEPT = 4
const data = mkdtempSync(join(tmpdir(), 'shop-build-'))
const site = join(data, 'site')

type Fault = (response: ServerResponse) => void
let faults: Record<string, Fault> = {}
const asked: string[] = []
let proxy: Server
let proxyAddress = ''

/** Hands every call on to the shop, save those that are to fail. */
async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/'
  asked.push(path)
  const fault = Object.entries(faults).find(([start]) => path.startsWith(start))?.[1]
  if (fault) return fault(response)
  const answer = await fetch(`${ADDRESS}${path}`, { headers: { authorization: request.headers.authorization ?? '' } })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}

const says =
  (status: number, type: string, body: string): Fault =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)
const breaksOff: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"data":[{"id":1,"name":"Shyam')
  setTimeout(() => response.destroy(), 20)
}

type Ended = { code: number; out: string; error: string[] }
function build(apiUrl = proxyAddress, stopAfter?: RegExp): Promise<Ended> {
  const env = { ...process.env, API_URL: apiUrl, DATA_DIR: data, SITE_URL: 'https://shop.test' }
  const child = spawn(process.execPath, ['scripts/build.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, error] = ['', '']
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString()
    if (stopAfter?.test(out)) child.kill('SIGTERM')
  })
  child.stderr.on('data', (part: Buffer) => (error += part.toString()))
  return new Promise((done, fail) =>
    child.on('error', fail).on('close', (code) => done({ code: code ?? 143, out, error: error.split('\n').filter((line) => line.trim() !== '') })),
  )
}

const current = () => readlinkSync(join(site, 'current'))
const builds = () => readdirSync(join(site, 'builds')).toSorted()
const manifest = () => readFileSync(join(site, 'current', 'manifest.json'), 'utf8')
const halfBuilt = () => readdirSync(site).filter((name) => name !== 'builds' && name !== 'current')

/** What is served, as far as a failed build could change it. */
const served = () => ({ current: current(), builds: builds(), manifest: manifest(), files: readdirSync(join(site, 'current'), { recursive: true }).length })

beforeAll(async () => {
  proxy = createServer((request, response) => void handOn(request, response).catch(() => response.destroy()))
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  proxyAddress = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { code, error } = await build()
  if (code !== 0) throw new Error(`the first build failed: ${error.join('\n')}`)
})
afterEach(() => {
  faults = {}
})
afterAll(() => {
  proxy.close()
  rmSync(data, { recursive: true, force: true })
})

describe('a build from an API that fails', () => {
  it.each<[string, string, Fault, RegExp]>([
    ['answers 500 for ever', '/api/build/products/', says(500, 'application/json', '{"fault":"internal"}'), /GET \/api\/build\/products\/ failed: internal/],
    ['is cut off in the middle', '/api/build/authors/', breaksOff, /GET \/api\/build\/authors\/ failed/],
    ['is a page of some proxy', '/api/v1/FAQ/mr', says(200, 'text/html', '<h1>Welcome</h1>'), /GET \/api\/v1\/FAQ\/:language failed: badReply/],
    ['has another shape', '/api/build/categories/', says(200, 'application/json', '{"data":[{"id":"x"}]}'), /GET \/api\/build\/categories\/ failed: badReply/],
    [
      'gives no titles',
      '/api/build/products/',
      says(200, 'application/json', '{"data":[],"next":null}'),
      /GET \/api\/build\/products\/ failed: it gave 0 of \d+ titles/,
    ],
    [
      'counts no titles',
      '/api/build/version/',
      says(200, 'application/json', '{"version":"0-0","updated_at":"","titles":0}'),
      /GET \/api\/build\/version\/ counts no titles/,
    ],
    ['has closed its catalog', '/api/build/version/', says(503, 'text/html', 'Back soon'), /\/api\/build\/version\/ .*badReply/],
  ])('[SD-3] ends with the name of the call and changes nothing when it %s', async (_, path, fault, line) => {
    const before = served()
    faults = { [path]: fault }
    const { code, out, error } = await build()
    expect(code).not.toBe(0)
    expect(error).toEqual([expect.stringMatching(line)])
    expect(error[0]).toContain('the published site is unchanged')
    expect(out).not.toContain('published')
    expect(served()).toEqual(before)
    expect(halfBuilt()).toEqual([])
  })

  it('[SD-3] says what to do when no API is there', async () => {
    const before = served()
    const { code, error } = await build('http://127.0.0.1:9')
    expect(code).not.toBe(0)
    expect(error).toEqual([expect.stringMatching(/http:\/\/127\.0\.0\.1:9 does not answer \/api\/build\/version\/ \(offline\): start it or set API_URL/)])
    expect(served()).toEqual(before)
  })

  it('[SD-3] changes nothing when it is stopped on its way', async () => {
    const before = served()
    const { code, error } = await build(proxyAddress, /building the pages/)
    expect([code, error]).toEqual([1, ['build failed, the published site is unchanged: it was stopped']])
    expect(served()).toEqual(before)
    expect(halfBuilt()).toEqual([])
  })

  it('[SD-3] outlives one failed answer', async () => {
    let tries = 0
    faults = {
      '/api/build/texts/': (response) => {
        tries += 1
        if (tries > 1) faults = {}
        says(500, 'text/plain', 'busy')(response)
      },
    }
    const { code } = await build()
    expect([tries, code]).toEqual([2, 0])
  })
})

describe('a build that goes well', () => {
  /** A script of the publication before, with a twin that tells whether somebody wrote into it. */
  const OLD = '_a/old-script.Ab12Cd34.js'

  beforeAll(async () => {
    for (const id of ['20200101T000000', '20200102T000000', '20200103T000000', '20200104T000000', '20200105T000000']) {
      mkdirSync(join(site, 'builds', id))
    }
    writeFileSync(join(site, 'current', OLD), `export const old = '${'x'.repeat(2000)}'`)
    writeFileSync(join(site, 'current', `${OLD}.br`), 'twin of the old script')
    const own = JSON.parse(manifest()) as { assets: string[] }
    writeFileSync(join(site, 'current', 'manifest.json'), JSON.stringify({ ...own, assets: [...own.assets, OLD, `${OLD}.br`] }, null, 1))
    mkdirSync(join(site, 'building-999999'), { recursive: true })
  })

  it('[SD-4] is published in one switch and tidies what was left', async () => {
    const before = current()
    const old = join(site, before)
    cpSync(join(old, 'manifest.json'), join(data, 'manifest-before.json'))
    const { code, out, error } = await build()
    expect([code, error]).toEqual([0, []])
    expect(out).toMatch(/published \d+ pages as \d{8}T\d{6}/)
    expect(current()).not.toBe(before)
    expect(manifest()).toContain(`"build": "${current().replace('builds/', '')}"`)
    expect(readFileSync(join(old, 'manifest.json'), 'utf8')).toBe(readFileSync(join(data, 'manifest-before.json'), 'utf8'))
    expect(halfBuilt()).toEqual([])
  })

  it('[SD-4] keeps the scripts that readers of the publication before still ask for, as they were', () => {
    expect(readFileSync(join(site, 'current', OLD), 'utf8')).toContain('export const old')
    expect(readFileSync(join(site, 'current', `${OLD}.br`), 'utf8')).toBe('twin of the old script')
  })

  it('[SD-4] leaves four publications to roll back to, the newest ones', () => {
    expect(builds()).toHaveLength(KEPT)
    expect(builds().at(-1)).toBe(current().replace('builds/', ''))
    expect(builds()).not.toContain('20200101T000000')
  })

  it('[SD-3] asks for lists and never title by title', () => {
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter((path) => /product-details|author-product|category-product/.test(path))).toEqual([])
  })
})
