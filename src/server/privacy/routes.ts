import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { deleteAccount, exportData } from './personal-data-export.ts'
import { choicesOf, confirmNotice, setChoice } from './choices.ts'
import type { AppContext } from '../context.ts'

export function privacyRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.myData, (_input, _refuse, caller) => exportData(context, caller))
  registerEndpoint(app, endpoints.deleteAccount, (input, _refuse, caller, origin) =>
    deleteAccount(context, caller, input, origin),
  )
  registerEndpoint(app, endpoints.privacyChoices, (_input, _refuse, { userId }) => choicesOf(context, userId))
  registerEndpoint(app, endpoints.setPrivacyChoice, (input, _refuse, caller, origin) =>
    setChoice(context, caller, input, origin),
  )
  registerEndpoint(app, endpoints.confirmNotice, (_input, _refuse, caller, origin) =>
    confirmNotice(context, caller, origin),
  )
}
