import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { localeOf } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { Refused } from '../http/refused.ts'
import { registerEndpoint, sendRefusal } from '../http/register-endpoint.ts'
import { ONE_CLICK_PATH } from '../jobs/mail-templates.ts'
import { markAllRead, notificationsOf } from './notifications.ts'
import { endWeeklyNews, setWeeklyNews } from './weekly-news.ts'
import type { AppContext } from '../context.ts'

export function notificationRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.myNotification, (page, _refuse, { userId }) => notificationsOf(context, userId, page))
  registerEndpoint(app, endpoints.notificationRead, (_input, _refuse, { userId }) => markAllRead(context, userId))
  registerEndpoint(app, endpoints.setWeeklyNews, ({ is_wanted }, _refuse, { userId }, { locale }) =>
    setWeeklyNews(context, userId, is_wanted, locale),
  )
  registerEndpoint(app, endpoints.endWeeklyNews, ({ token }) => endWeeklyNews(context, token), { limitPerMinute: 60 })
  oneClickRoutes(app, context)
}

/**
 * The address in the header `List-Unsubscribe`. Mail programs post a form to it, without a person's look at any page (RFC 8058).
 * Who opens it is sent to the page with the button: programs that look at links must not end anything.
 */
function oneClickRoutes(app: FastifyInstance, context: AppContext): void {
  type Parameters = { Params: { token: string }; Querystring: { lang?: string } }
  const config = { rateLimit: { max: 60, timeWindow: 60_000 } }
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) => done(null))
    inner.post<Parameters>(`${ONE_CLICK_PATH}:token`, { config }, async ({ params }, reply) => {
      const ended = await endWeeklyNews(context, params.token)
      return 'fault' in ended ? sendRefusal(reply, new Refused(ended.fault, 410)) : reply.send(ended)
    })
    inner.get<Parameters>(`${ONE_CLICK_PATH}:token`, { config }, async ({ params, query }, reply) =>
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(
          `${context.siteUrl}${pathTo('weeklyNews', localeOf(query.lang))}#${encodeURIComponent(params.token)}`,
          303,
        ),
    )
  })
}
