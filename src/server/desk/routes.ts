import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { auditionDeskRoutes } from './auditions/routes.ts'
import { figureDeskRoutes } from './figures/routes.ts'
import { letterDeskRoutes } from './letters/routes.ts'
import { listenerDeskRoutes } from './listeners/routes.ts'
import { reviewDeskRoutes } from './reviews/routes.ts'
import { orderDeskRoutes } from './orders/routes.ts'
import { publishRoutes } from './publish/routes.ts'
import { accountRoutes, invitationRoutes, peopleRoutes } from './staff/people-routes.ts'
import { staffRoutes } from './staff/routes.ts'

/** The desk: a folder with routes of its own for each of its areas. */
export function deskRoutes(app: FastifyInstance, context: AppContext): void {
  staffRoutes(app, context)
  orderDeskRoutes(app, context)
  figureDeskRoutes(app, context)
  reviewDeskRoutes(app, context)
  listenerDeskRoutes(app, context)
  letterDeskRoutes(app, context)
  auditionDeskRoutes(app, context)
  peopleRoutes(app, context)
  invitationRoutes(app, context)
  accountRoutes(app, context)
  publishRoutes(app, context)
}
