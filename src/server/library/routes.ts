import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { followsOf, newOfFollows, setFollow } from './follows.ts'
import { addToLibrary, libraryPage, myShelf } from './library.ts'
import { syncMarks } from './marks.ts'
import { leasesFor } from './offline-leases.ts'
import { accessToTitles } from './title-access.ts'
import type { AppContext } from '../context.ts'

export function libraryRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.titleAccess, ({ product_ids }, _refuse, { userId }) =>
    accessToTitles(context, userId, product_ids),
  )
  registerEndpoint(
    app,
    endpoints.offlineLeases,
    ({ product_ids }, _refuse, { userId }) => leasesFor(context, userId, product_ids),
    { limitPerMinute: 240 },
  )
  registerEndpoint(app, endpoints.addToLibrary, ({ product }, _refuse, { userId }) =>
    addToLibrary(context, userId, product),
  )
  registerEndpoint(app, endpoints.myLibrary, (page, _refuse, { userId }) => libraryPage(context, userId, page))
  registerEndpoint(app, endpoints.myFollows, (_input, _refuse, { userId }) => followsOf(context, userId))
  registerEndpoint(app, endpoints.newOfFollows, (_input, _refuse, { userId }) => newOfFollows(context, userId))
  registerEndpoint(app, endpoints.setFollow, (input, _refuse, { userId }) => setFollow(context, userId, input))
  registerEndpoint(app, endpoints.syncMarks, (input, _refuse, { userId }) => syncMarks(context, userId, input))
  registerEndpoint(app, endpoints.myShelf, (_input, _refuse, { userId }) => myShelf(context, userId))
}
