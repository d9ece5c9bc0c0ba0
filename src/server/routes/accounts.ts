import type { FastifyInstance } from 'fastify'
import { endpoints as rows } from '#contract/index.ts'
import { serve } from '../lib/serve.ts'
import { askToReset, changePassword, checkReset, resetPassword } from '../services/new-password.ts'
import { sendCode, signInByCode } from '../services/otp.ts'
import { closeSession } from '../services/sessions.ts'
import { signInBy } from '../services/sign-in.ts'
import { askToSignUp, checkSignUp, signUp } from '../services/sign-up.ts'
import { providersOf } from '../services/social.ts'
import type { World } from '../world.ts'

export function accountRoutes(app: FastifyInstance, world: World): void {
  serve(app, rows.login, (input, _refuse, _caller, { address }) => signInBy(world, input, address))
  serve(app, rows.loginProviders, () => providersOf(world))
  serve(app, rows.logout, (_input, _refuse, { session }) => closeSession(world.db, session).then(() => ({})))
  serve(app, rows.sendOtp, ({ mobile_number }, _refuse, _caller, origin) => sendCode(world, mobile_number, origin))
  serve(app, rows.verifyOtp, (input, _refuse, _caller, origin) => signInByCode(world, input, origin))
  serve(app, rows.registerEmail, (asked, _refuse, _caller, origin) => askToSignUp(world, asked, origin))
  serve(app, rows.registerVerifyToken, ({ token }) => checkSignUp(world, token))
  serve(app, rows.register, (input, _refuse, _caller, origin) => signUp(world, input, origin))
  serve(app, rows.resetPassword, ({ email }, _refuse, _caller, origin) => askToReset(world, email, origin))
  serve(app, rows.resetPasswordToken, ({ token }) => checkReset(world, token))
  serve(app, rows.resetPasswordConfirm, (input, _refuse, _caller, origin) => resetPassword(world, input, origin))
  serve(app, rows.changePassword, (input, _refuse, caller, origin) => changePassword(world, caller, input, origin))
}
