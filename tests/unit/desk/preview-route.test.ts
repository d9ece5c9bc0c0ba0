import fastify from 'fastify'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import { previewRoute } from '../../../scripts/publish/preview/preview-route.ts'

const PAGE =
  '<!doctype html><html lang="mr"><head><meta charset="utf-8"><title>A</title></head><body><main id="content"></main></body></html>'

/** The policy of a preview in a shop whose sound comes from there. */
async function policyOf(mediaOrigin?: string): Promise<string> {
  const app = fastify()
  app.get(endpoints.siteOptions.path, () => ({ status: true, ...(mediaOrigin && { media_origin: mediaOrigin }) }))
  app.get(endpoints.deskTitlePage.path, () => ({ status: true, title: { id: 7 } }))
  const render = () => Promise.resolve(PAGE)
  await app.register(previewRoute({ dataDir: '/nowhere', siteUrl: 'https://shop.example' }, render))
  const { statusCode, headers } = await app.inject('/api/desk/titles/7/preview/mr/')
  await app.close()
  expect(statusCode).toBe(200)
  return String(headers['content-security-policy'])
}

it('[DK-3] a preview plays sound from where the published pages do', async () => {
  const policy = await policyOf('https://sound.example/with/a/path')
  expect(policy).toContain("media-src 'self' blob: https://sound.example;")
  expect(policy).toContain("connect-src 'self' https://sound.example;")
  expect(await policyOf()).toContain("media-src 'self' blob:;")
})
