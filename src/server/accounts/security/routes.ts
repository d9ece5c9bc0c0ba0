import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from '../passkeys/own-passkeys.ts'
import { offerSignIn, signInByPasskey } from '../passkeys/sign-in.ts'
import { endOtherSessions, endOwnSession, listSessions } from './sessions.ts'

/** Passkeys and sessions of listeners. */
export function securityRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.passkeySignInOptions, () => offerSignIn(context), { limitPerMinute: 60 })
  registerEndpoint(app, endpoints.passkeySignIn, (input, _refuse, _caller, origin) =>
    signInByPasskey(context, input, origin),
  )
  registerEndpoint(app, endpoints.myPasskeys, (_input, _refuse, caller) => listPasskeys(context, caller))
  registerEndpoint(app, endpoints.addPasskeyOptions, (input, _refuse, caller) => beginPasskey(context, caller, input))
  registerEndpoint(app, endpoints.addPasskey, (input, _refuse, caller, origin) =>
    addPasskey(context, caller, input, origin),
  )
  registerEndpoint(app, endpoints.renamePasskey, (input, _refuse, caller, origin) =>
    renamePasskey(context, caller, input, origin),
  )
  registerEndpoint(app, endpoints.removePasskey, (input, _refuse, caller) => removePasskey(context, caller, input))
  registerEndpoint(app, endpoints.mySessions, (_input, _refuse, caller) => listSessions(context, caller))
  registerEndpoint(app, endpoints.endMySession, ({ id }, _refuse, caller) => endOwnSession(context, caller, id))
  registerEndpoint(app, endpoints.endOtherSessions, (_input, _refuse, caller) => endOtherSessions(context, caller))
}
