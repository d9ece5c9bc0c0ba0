import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { askToReset, changePassword, checkReset, resetPassword } from './passwords/password-reset.ts'
import { sendCode, signInByCode } from './one-time-codes.ts'
import { closeSession } from './sessions.ts'
import { signInBy } from './sign-in.ts'
import { askToSignUp, checkSignUp, signUp } from './sign-up.ts'
import { providersOf } from './social-sign-in.ts'
import type { AppContext } from '../context.ts'

export function accountRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.login, (input, _refuse, _caller, { address }) => signInBy(context, input, address))
  registerEndpoint(app, endpoints.loginProviders, () => providersOf(context))
  registerEndpoint(app, endpoints.logout, (_input, _refuse, { session }) =>
    closeSession(context.db, session).then(() => ({})),
  )
  registerEndpoint(app, endpoints.sendOtp, ({ mobile_number }, _refuse, _caller, origin) =>
    sendCode(context, mobile_number, origin),
  )
  registerEndpoint(app, endpoints.verifyOtp, (input, _refuse, _caller, origin) => signInByCode(context, input, origin))
  registerEndpoint(app, endpoints.registerEmail, (asked, _refuse, _caller, origin) =>
    askToSignUp(context, asked, origin),
  )
  registerEndpoint(app, endpoints.registerVerifyToken, ({ token }) => checkSignUp(context, token))
  registerEndpoint(app, endpoints.register, (input, _refuse, _caller, origin) => signUp(context, input, origin))
  registerEndpoint(app, endpoints.resetPassword, ({ email }, _refuse, _caller, origin) =>
    askToReset(context, email, origin),
  )
  registerEndpoint(app, endpoints.resetPasswordToken, ({ token }) => checkReset(context, token))
  registerEndpoint(app, endpoints.resetPasswordConfirm, (input, _refuse, _caller, origin) =>
    resetPassword(context, input, origin),
  )
  registerEndpoint(app, endpoints.changePassword, (input, _refuse, caller, origin) =>
    changePassword(context, caller, input, origin),
  )
}
