import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { addToLibrary, libraryPage, myShelf } from './library.ts'
import { accessToTitles } from './title-access.ts'
import type { AppContext } from '../context.ts'

export function libraryRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.titleAccess, ({ product_ids }, _refuse, { userId }) =>
    accessToTitles(context, userId, product_ids),
  )
  registerEndpoint(app, endpoints.addToLibrary, ({ product }, _refuse, { userId }) =>
    addToLibrary(context, userId, product),
  )
  registerEndpoint(app, endpoints.myLibrary, (page, _refuse, { userId }) => libraryPage(context, userId, page))
  registerEndpoint(app, endpoints.myShelf, (_input, _refuse, { userId }) => myShelf(context, userId))
}
