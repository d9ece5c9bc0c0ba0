import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint, WithHeaders } from '../../http/register-endpoint.ts'
import { deskCookie } from '../../http/staff.ts'
import { SESSION_MS } from './sessions.ts'
import { checkFactor, checkPassword } from './sign-in.ts'
import { beginStepUp, stepUp } from './step-up.ts'

export function staffRoutes(app: FastifyInstance, context: AppContext): void {
  const withCookie = <Body extends object>(body: Body, token: string) =>
    new WithHeaders(body, {
      'set-cookie': deskCookie(token, { seconds: SESSION_MS / 1000, siteUrl: context.siteUrl }),
    })

  registerEndpoint(app, endpoints.deskMe, (_input, _refuse, { name, email, role, isSteppedUp }) => ({
    ...{ name, email, role },
    is_stepped_up: isSteppedUp,
  }))
  registerEndpoint(app, endpoints.deskSignIn, (input, _refuse, _caller, origin) =>
    checkPassword(context, input, origin),
  )
  registerEndpoint(app, endpoints.deskSignInFactor, async ({ ticket, ...proof }) => {
    const entered = await checkFactor(context, ticket, proof)
    if (!('token' in entered)) return entered
    return withCookie({ name: entered.name, role: entered.role }, entered.token)
  })
  registerEndpoint(app, endpoints.deskStepUpChallenge, (_input, _refuse, staff) => beginStepUp(context, staff))
  registerEndpoint(app, endpoints.deskStepUp, (proof, _refuse, staff) => stepUp(context, staff, proof))
  registerEndpoint(app, endpoints.deskSignOut, async (_input, _refuse, { session }) => {
    await context.db.query('delete from staff_sessions where token_hash = $1', [session])
    return withCookie({}, '')
  })
}
