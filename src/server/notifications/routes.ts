import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { markAllRead, notificationsOf } from './notifications.ts'
import type { AppContext } from '../context.ts'

export function notificationRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.myNotification, (page, _refuse, { userId }) => notificationsOf(context, userId, page))
  registerEndpoint(app, endpoints.notificationRead, (_input, _refuse, { userId }) => markAllRead(context, userId))
}
