import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { publishRoutes } from './publish/routes.ts'
import { soundRoutes } from './sound/routes.ts'
import { accountRoutes, invitationRoutes, memberRoutes } from './staff/member-routes.ts'
import { staffRoutes } from './staff/routes.ts'

/** The desk: a folder with routes of its own for each of its areas. */
export function deskRoutes(app: FastifyInstance, context: AppContext): void {
  staffRoutes(app, context)
  memberRoutes(app, context)
  invitationRoutes(app, context)
  accountRoutes(app, context)
  publishRoutes(app, context)
  soundRoutes(app, context)
}
