import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { homeRoutes } from './home/routes.ts'
import { nameRoutes } from './names/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { auditionDeskRoutes } from './auditions/routes.ts'
import { figureDeskRoutes } from './figures/routes.ts'
import { letterDeskRoutes } from './letters/routes.ts'
import { listenerDeskRoutes } from './listeners/routes.ts'
import { reviewDeskRoutes } from './reviews/routes.ts'
import { orderDeskRoutes } from './orders/routes.ts'
import { publishRoutes } from './publish/routes.ts'
import { soundRoutes } from './sound/routes.ts'
import { accountRoutes, invitationRoutes, memberRoutes } from './staff/member-routes.ts'
import { catalogDeskRoutes } from './catalog/routes.ts'
import { shopRoutes } from './shop/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { transcriptDeskRoutes } from './transcripts/routes.ts'
import { titleRoutes } from './titles/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'

/** The desk: a folder with routes of its own for each of its areas. */
export function deskRoutes(app: FastifyInstance, context: AppContext): void {
  staffRoutes(app, context)
  homeRoutes(app, context)
  nameRoutes(app, context)
  memberRoutes(app, context)
  historyRoutes(app, context)
  titleRoutes(app, context)
  transcriptDeskRoutes(app, context)
  uploadRoutes(app, context)
  orderDeskRoutes(app, context)
  figureDeskRoutes(app, context)
  reviewDeskRoutes(app, context)
  listenerDeskRoutes(app, context)
  letterDeskRoutes(app, context)
  auditionDeskRoutes(app, context)
  invitationRoutes(app, context)
  accountRoutes(app, context)
  publishRoutes(app, context)
  soundRoutes(app, context)
  shopRoutes(app, context)
  catalogDeskRoutes(app, context)
}
