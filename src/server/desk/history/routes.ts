import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { listChanges, undoChange } from './changes.ts'
import { RESTORERS } from './restorers.ts'

export function historyRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskChanges, (input, _refuse, staff) => listChanges(context, RESTORERS, staff, input))
  registerEndpoint(app, endpoints.deskUndo, ({ id }, _refuse, staff) => undoChange(context, RESTORERS, staff, id))
}
