import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '#brand/brand.ts'
import { titleUrl } from '#contract/listening/listening.ts'
import { Refused } from '../http/refused.ts'
import { callerOf } from '../http/register-endpoint.ts'
import { signSample } from '../listening/samples.ts'
import { signTrack } from '../listening/track-address.ts'
import { readerOf } from '../transcripts/access.ts'
import { textsOfTitle } from '../transcripts/read-transcripts.ts'
import {
  CATALOG_TYPE,
  catalogOf,
  MANIFEST_TYPE,
  manifestOf,
  type Absolute,
  type CatalogPage,
  type Located,
} from './documents.ts'
import { ownPublications, publicationOf, publicationPage, type Publication, type Recording } from './publications.ts'
import type { AppContext } from '../context.ts'

const PAGE = 50
const MOST_OWNED = 1_000
/** Signed addresses in manifests: more would make one call too heavy. */
const MOST_TRACKS = 500
type Context = Pick<AppContext, 'db' | 'now' | 'signer' | 'siteUrl' | 'media'>

/**
 * Catalogs of OPDS 2 and manifests of Readium, for the players of others: what is free and samples for everybody, and what is
 * theirs for a listener (`Authorization: Token …`). Not endpoints of the contract: the formats are those of the standards.
 */
export function opdsRoutes(app: FastifyInstance, context: Context): void {
  const absolute: Absolute = (path) => new URL(path, context.siteUrl).href
  catalogRoute(app, context, absolute)
  shelfRoute(app, context, absolute)
  manifestRoute(app, context, absolute)
}

function catalogRoute(app: FastifyInstance, context: Context, absolute: Absolute): void {
  app.get<{ Querystring: { after?: string } }>('/api/opds/catalog.json', async (request, reply) => {
    const after = /^\d{1,15}$/.exec(String(request.query.after ?? '0'))?.[0]
    if (after === undefined) return refuse(reply, 'badInput', 400)
    const reader = await readerOf(context, await callerOf(app.guard, request))
    const publications = await publicationPage(context.db, reader, { after: Number(after), limit: PAGE })
    const last = publications.length === PAGE ? publications.at(-1)?.id : undefined
    const self = after === '0' ? '/api/opds/catalog.json' : `/api/opds/catalog.json?after=${after}`
    const page: CatalogPage = {
      title: brand.name.en,
      self,
      next: last ? `/api/opds/catalog.json?after=${last}` : undefined,
      publications,
    }
    return send(reply, CATALOG_TYPE, catalogOf(page, absolute), request)
  })
}

function shelfRoute(app: FastifyInstance, context: Context, absolute: Absolute): void {
  app.get('/api/opds/shelf.json', async (request, reply) => {
    const caller = await callerOf(app.guard, request)
    if (!caller) return refuse(reply, 'signedOut', 401)
    const publications = await ownPublications(context.db, await readerOf(context, caller), MOST_OWNED)
    return send(
      reply,
      CATALOG_TYPE,
      catalogOf({ title: brand.name.en, self: '/api/opds/shelf.json', publications }, absolute),
      request,
    )
  })
}

function manifestRoute(app: FastifyInstance, context: Context, absolute: Absolute): void {
  app.get<{ Params: { id: string; file: string } }>('/api/opds/titles/:id/:file', async (request, reply) => {
    const { id, file } = request.params
    const isSample = file === 'sample.json'
    if (!/^\d{1,15}$/.test(id) || (!isSample && file !== 'manifest.json')) return refuse(reply, 'notFound', 404)
    const caller = await callerOf(app.guard, request)
    const reader = await readerOf(context, caller)
    const publication = await publicationOf(context.db, reader, Number(id))
    const recordings = (isSample ? publication?.samples : publication?.tracks) ?? []
    if (!publication || recordings.length === 0) return refuse(reply, 'notFound', 404)
    const located = await locate(
      { context, absolute, userId: caller?.userId },
      publication,
      recordings.slice(0, MOST_TRACKS),
    )
    const texts = isSample ? [] : ((await textsOfTitle(context.db, reader, publication.id))?.tracks ?? [])
    const readable = texts.filter(({ access }) => access === 'all')
    return send(
      reply,
      MANIFEST_TYPE,
      manifestOf(publication, { isSample, located, texts: readable }, absolute),
      request,
    )
  })
}

type Locating = { context: Context; absolute: Absolute; userId: number | undefined }

/** Where the sound lies. A recording that nobody signs for this listener is left out. */
async function locate(
  { context, absolute, userId }: Locating,
  { id }: Publication,
  recordings: readonly Recording[],
): Promise<Located[]> {
  const located: Located[] = []
  for (const recording of recordings) {
    const { file, map_url, key } = recording
    if (file) located.push({ recording, href: absolute(`/media/free/${file}`) })
    else if (map_url) {
      const signed = await signSample(context, map_url)
      if (signed) located.push({ recording, href: absolute(signed.signed_url) })
    } else if (userId !== undefined) {
      const signed = await signTrack(context, userId, { url: titleUrl(id), key })
      if (signed) located.push({ recording, href: absolute(signed.address) })
    }
  }
  return located
}

/** Signed addresses end: nobody may keep them. What everybody gets may be read by web players of other sites. */
function send(reply: FastifyReply, type: string, document: object, { headers }: FastifyRequest): FastifyReply {
  const isOwn = headers.authorization !== undefined
  const isSigned = type === MANIFEST_TYPE
  return reply
    .headers({
      'cache-control': isOwn || isSigned ? 'private, no-store' : 'public, max-age=3600',
      vary: 'authorization',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type(`${type}; charset=utf-8`)
    .send(Buffer.from(JSON.stringify(document)))
}

const refuse = (reply: FastifyReply, fault: string, status: number) =>
  reply.header('cache-control', 'no-store').code(status).send(new Refused(fault, status).body)
