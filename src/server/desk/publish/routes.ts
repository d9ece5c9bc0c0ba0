import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { publishingNow, publishNow, rollBackTo } from './publishing.ts'

export function publishRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskPublishing, () => publishingNow(context))
  registerEndpoint(app, endpoints.deskPublishNow, (_input, _refuse, { name }) => publishNow(context, name))
  registerEndpoint(app, endpoints.deskRollBack, ({ publication }, _refuse, { name }) =>
    rollBackTo(context, publication, name),
  )
}
