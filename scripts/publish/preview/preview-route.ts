import type { FastifyInstance, FastifyReply } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { LOCALES, type Locale } from '../../../src/contract/text/locale.ts'
import type { ReplyOf } from '../../../src/contract/http/endpoint.ts'
import { markAsPreview } from '../../../src/server/desk/publish/preview-banner.ts'
import { readFacts } from '../build/page-facts.ts'
import { inlineHashes, siteHeaders, type Addresses } from '../host/content-policy.ts'
import type { PreviewOptions } from './preview-renderer.ts'
import { previewTitle } from './preview-title.ts'

type Params = { id: string; locale: string }
type Query = { desk?: string }
type Options = Pick<PreviewOptions, 'dataDir' | 'siteUrl'>

/**
 * For people at the desk: the real page of a title before it is public. It asks the API with the cookie of the person, who must be an
 * editor. `render`: makes the page.
 */
export function previewRoute(options: Options, render = previewTitle) {
  // One after the other: each is a process of its own.
  let last: Promise<unknown> = Promise.resolve()
  return async function register(app: FastifyInstance): Promise<void> {
    const settings = async () =>
      (await app.inject(endpoints.bulkBrand.path)).json<ReplyOf<typeof endpoints.bulkBrand>>().settings
    const mediaOrigin = async () =>
      (await app.inject(endpoints.siteOptions.path)).json<ReplyOf<typeof endpoints.siteOptions>>().media_origin
    app.get<{ Params: Params; Querystring: Query }>('/api/desk/titles/:id/preview/:locale/', async (request, reply) => {
      const { params, query, headers, ip } = request
      const locale = LOCALES.find((one) => one === params.locale)
      if (!locale) return refuse(reply, 404, 'notFound')
      const deskLocale = LOCALES.find((one) => one === query.desk) ?? locale
      const url = endpoints.deskTitlePage.path.replace(':id', encodeURIComponent(params.id))
      const answer = await app.inject({ url, remoteAddress: ip, headers: { cookie: headers.cookie ?? '' } })
      if (answer.statusCode !== 200) return reply.code(answer.statusCode).headers(answer.headers).send(answer.body)
      const { title } = answer.json<ReplyOf<typeof endpoints.deskTitlePage>>()
      const next = last.then(() => render({ ...options, settings }, title, locale))
      last = next.catch(() => undefined)
      const page = await next
      if (page === undefined) return refuse(reply, 404, 'noPage')
      const addresses = { siteUrl: options.siteUrl, mediaOrigin: await mediaOrigin() }
      return send(reply, markAsPreview(page, { id: title.id, pageLocale: locale, deskLocale }), addresses, locale)
    })
  }
}

const refuse = (reply: FastifyReply, status: number, fault: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').send({ status: false, fault })

/** Nobody else keeps it: no search engine, no cache, no service worker. */
function send(reply: FastifyReply, page: string, addresses: Addresses, locale: Locale): FastifyReply {
  const { inline } = readFacts(Buffer.from(page), 'the preview')
  return reply
    .headers({
      ...siteHeaders(inlineHashes(inline), addresses),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'content-language': locale,
    })
    .type('text/html; charset=utf-8')
    .send(page)
}
