import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { siteHost } from '../../../src/server/http/site/site-host.ts'

/** A publication of one title, as small as the host takes it. */
const site = mkdtempSync(join(tmpdir(), 'shop-host-'))
const build = join(site, 'builds', 'one')
mkdirSync(join(build, 'product-details/7/कथा'), { recursive: true })
writeFileSync(join(build, 'product-details/7/कथा/index.html'), 'title')
writeFileSync(join(build, 'product-details/index.html'), 'shell')
writeFileSync(join(build, '404.html'), 'none')
mkdirSync(join(build, 'mr/404'), { recursive: true })
writeFileSync(join(build, 'mr/404/index.html'), 'नाही')
writeFileSync(
  join(build, 'manifest.json'),
  JSON.stringify({ headers: {}, rewrites: [{ from: '/product-details/', to: '/product-details/index.html' }] }),
)
symlinkSync(build, join(site, 'current'))

const app = fastify()
await app.register(siteHost(site))
afterAll(async () => {
  await app.close()
  rmSync(site, { recursive: true })
})

it('[SD-5] serves the fallback page for a parameter longer than any file name, and 404 for an unknown route', async () => {
  const long = 'x'.repeat(300)
  expect((await app.inject(`/product-details/${long}/y/`)).body).toBe('shell')
  expect((await app.inject(`/nowhere/${long}/`)).statusCode).toBe(404)
  expect((await app.inject(`/${long}.js`)).statusCode).toBe(404)
})

it.each(['/mr/nowhere/', '/mr/no.js', '/mr/404/'])('[SD-6] %s answers 404 in Marathi', async (path) => {
  const { statusCode, body } = await app.inject(path)
  expect([statusCode, body]).toEqual([404, 'नाही'])
})

describe('an old slug', () => {
  it.each(['', '?utm_source=a&b=%E0%A4%85', '?a=b?c'])(
    '[SD-5] redirects to the right one and keeps the query %s',
    async (query) => {
      const { statusCode, headers } = await app.inject(`/product-details/7/old/${query}`)
      expect([statusCode, headers['location']]).toEqual([
        301,
        `/product-details/7/${encodeURIComponent('कथा')}/${query}`,
      ])
    },
  )
})
