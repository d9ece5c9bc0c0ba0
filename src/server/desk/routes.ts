import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { catalogDeskRoutes } from './catalog/routes.ts'
import { shopRoutes } from './shop/routes.ts'
import { staffRoutes } from './staff/routes.ts'

/** The desk: a folder with routes of its own for each of its areas. */
export function deskRoutes(app: FastifyInstance, context: AppContext): void {
  staffRoutes(app, context)
  shopRoutes(app, context)
  catalogDeskRoutes(app, context)
}
