import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { listEbooks } from './ebooks.ts'
import type { AppContext } from '../context.ts'

export function ebookRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.ebooks, async () => ({ data: await listEbooks(context) }))
}
