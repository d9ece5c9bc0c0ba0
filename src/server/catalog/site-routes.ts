import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { allCategories, authorPage, catalogVersion, productPage } from './bulk.ts'
import { allFeeds } from './feeds.ts'
import {
  listBanners,
  listFaq,
  listGiftMessages,
  listMenu,
  listNews,
  listPlans,
  listTestimonials,
  listTexts,
} from './site.ts'
import type { AppContext } from '../context.ts'

export function siteRoutes(app: FastifyInstance, { db, isClosed }: AppContext): void {
  registerEndpoint(app, endpoints.menu, async () => ({ data: await listMenu(db) }))
  registerEndpoint(app, endpoints.faq, async ({ language }) => ({ data: await listFaq(db, language) }))
  registerEndpoint(app, endpoints.testimonials, async ({ limit }) => ({ data: await listTestimonials(db, limit) }))
  registerEndpoint(app, endpoints.news, async ({ limit }) => ({
    accolades_news: await listNews(db, 'accolades', limit),
    media_news: await listNews(db, 'media', limit),
  }))
  registerEndpoint(app, endpoints.banners, async () => ({ data: await listBanners(db) }))
  registerEndpoint(app, endpoints.subscriptionList, async () => ({ data: await listPlans(db) }))
  registerEndpoint(app, endpoints.giftSubscription, async () => ({ data: await listGiftMessages(db) }))
  registerEndpoint(app, endpoints.maintenance, async () => ({ is_maintenance: await isClosed() }))
}

/** Reads for the build: one call per list. */
export function bulkRoutes(app: FastifyInstance, { db }: AppContext): void {
  registerEndpoint(app, endpoints.bulkVersion, () => catalogVersion(db))
  registerEndpoint(app, endpoints.bulkProducts, ({ after, limit }) => productPage(db, after, limit))
  registerEndpoint(app, endpoints.bulkAuthors, ({ after, limit }) => authorPage(db, after, limit))
  registerEndpoint(app, endpoints.bulkCategories, async () => ({ data: await allCategories(db) }))
  registerEndpoint(app, endpoints.bulkTexts, async () => ({ data: await listTexts(db) }))
  registerEndpoint(app, endpoints.bulkFeeds, async () => ({ data: await allFeeds(db) }))
}
