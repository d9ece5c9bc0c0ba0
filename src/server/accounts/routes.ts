import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { registerUpload } from '../http/register-upload.ts'
import { registerDevice, registerOwnDevice } from './devices.ts'
import { sendCode, signInByCode } from './one-time-codes.ts'
import { changePassword, checkReset, requestReset, resetPassword } from './passwords/password-reset.ts'
import { mayChangePicture, removePicture, savePicture } from './pictures/profile-picture.ts'
import { isComplete, markComplete, profileOf, saveProfile, setNewsletter, type ProfileSubscription } from './profile.ts'
import { securityRoutes } from './security/routes.ts'
import { closeSession } from './sessions.ts'
import { signInBy } from './sign-in.ts'
import { checkSignUp, requestSignUp, signUp } from './sign-up.ts'
import { providersOf } from './social-sign-in.ts'
import type { AppContext } from '../context.ts'

/** `subscriptionOf`: what the profile shows of the running plan, which the domain `plans` knows. */
export function accountRoutes(
  app: FastifyInstance,
  context: AppContext,
  subscriptionOf: (userId: number) => Promise<ProfileSubscription>,
): void {
  signInRoutes(app, context)
  signUpRoutes(app, context)
  passwordRoutes(app, context)
  profileRoutes(app, context, subscriptionOf)
  pictureRoutes(app, context)
  deviceRoutes(app, context)
  securityRoutes(app, context)
}

function signInRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.login, (input, _refuse, _caller, origin) => signInBy(context, input, origin))
  registerEndpoint(app, endpoints.loginProviders, () => providersOf(context))
  registerEndpoint(app, endpoints.logout, (_input, _refuse, { session }) =>
    closeSession(context.db, session).then(() => ({})),
  )
  registerEndpoint(app, endpoints.sendOtp, ({ mobile_number }, _refuse, _caller, origin) =>
    sendCode(context, mobile_number, origin),
  )
  registerEndpoint(app, endpoints.verifyOtp, (input, _refuse, _caller, origin) => signInByCode(context, input, origin))
}

function signUpRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.registerEmail, (input, _refuse, _caller, origin) =>
    requestSignUp(context, input, origin),
  )
  registerEndpoint(app, endpoints.registerVerifyToken, ({ token }) => checkSignUp(context, token))
  registerEndpoint(app, endpoints.register, (input, _refuse, _caller, origin) => signUp(context, input, origin))
}

function passwordRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.resetPassword, (input, _refuse, _caller, origin) =>
    requestReset(context, input, origin),
  )
  registerEndpoint(app, endpoints.resetPasswordToken, ({ token }) => checkReset(context, token))
  registerEndpoint(app, endpoints.resetPasswordConfirm, (input, _refuse, _caller, origin) =>
    resetPassword(context, input, origin),
  )
  registerEndpoint(app, endpoints.changePassword, (input, _refuse, caller, origin) =>
    changePassword(context, caller, input, origin),
  )
}

function profileRoutes(
  app: FastifyInstance,
  context: AppContext,
  subscriptionOf: (userId: number) => Promise<ProfileSubscription>,
): void {
  registerEndpoint(app, endpoints.myProfile, async (_input, _refuse, { userId }) =>
    profileOf(context, userId, await subscriptionOf(userId)),
  )
  registerEndpoint(app, endpoints.setNewsletter, ({ newsletter_subscribed }, _refuse, { userId }, { locale }) =>
    setNewsletter(context, userId, newsletter_subscribed, locale),
  )
  registerEndpoint(app, endpoints.saveProfile, (input, _refuse, { userId }, origin) =>
    saveProfile(context, userId, input, origin),
  )
  registerEndpoint(app, endpoints.checkProfileStatus, async (_input, _refuse, { userId }) => ({
    is_profile_completed: await isComplete(context, userId),
  }))
  registerEndpoint(app, endpoints.completeProfileStatus, (_input, _refuse, { userId }) => markComplete(context, userId))
}

function pictureRoutes(app: FastifyInstance, context: AppContext): void {
  registerUpload(app, endpoints.saveProfilePicture, {
    tempFiles: context.tempFiles,
    gate: ({ userId }) => mayChangePicture(context, userId),
    handle: (_input, file, { userId }, { locale }) => savePicture(context, userId, file, locale),
  })
  registerEndpoint(app, endpoints.removeProfilePicture, (_input, _refuse, { userId }, { locale }) =>
    removePicture(context, userId, locale),
  )
}

function deviceRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.registerDevice, (device) => registerDevice(context, device), { limitPerMinute: 10 })
  registerEndpoint(
    app,
    endpoints.registerDeviceV1,
    (device, _refuse, { userId }) => registerOwnDevice(context, userId, device),
    { limitPerMinute: 20 },
  )
}
