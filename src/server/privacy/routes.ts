import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { deleteAccount, exportData } from './personal-data-export.ts'
import type { AppContext } from '../context.ts'

export function privacyRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.myData, (_input, _refuse, caller) => exportData(context, caller))
  registerEndpoint(app, endpoints.deleteAccount, (input, _refuse, caller, origin) =>
    deleteAccount(context, caller, input, origin),
  )
}
