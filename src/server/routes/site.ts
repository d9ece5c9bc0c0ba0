import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { allCategories, authorPage, catalogVersion, productPage } from '../services/bulk.ts'
import { allFeeds } from '../services/feeds.ts'
import { listBanners, listFaq, listGiftMessages, listMenu, listNews, listPlans, listTestimonials, listTexts } from '../services/site.ts'
import type { World } from '../world.ts'

export function siteRoutes(app: FastifyInstance, { db, isClosed }: World): void {
  serve(app, rows.menu, async () => ({ data: await listMenu(db) }))
  serve(app, rows.faq, async ({ language }) => ({ data: await listFaq(db, language) }))
  serve(app, rows.testimonials, async ({ limit }) => ({ data: await listTestimonials(db, limit) }))
  serve(app, rows.news, async ({ limit }) => ({ accolades_news: await listNews(db, 'accolades', limit), media_news: await listNews(db, 'media', limit) }))
  serve(app, rows.banners, async () => ({ data: await listBanners(db) }))
  serve(app, rows.subscriptionList, async () => ({ data: await listPlans(db) }))
  serve(app, rows.giftSubscription, async () => ({ data: await listGiftMessages(db) }))
  serve(app, rows.maintenance, async () => ({ is_maintenance: await isClosed() }))
}

/** Reads for the build: one call per list. */
export function bulkRoutes(app: FastifyInstance, { db }: World): void {
  serve(app, rows.bulkVersion, () => catalogVersion(db))
  serve(app, rows.bulkProducts, ({ after, limit }) => productPage(db, after, limit))
  serve(app, rows.bulkAuthors, ({ after, limit }) => authorPage(db, after, limit))
  serve(app, rows.bulkCategories, async () => ({ data: await allCategories(db) }))
  serve(app, rows.bulkTexts, async () => ({ data: await listTexts(db) }))
  serve(app, rows.bulkFeeds, async () => ({ data: await allFeeds(db) }))
}
