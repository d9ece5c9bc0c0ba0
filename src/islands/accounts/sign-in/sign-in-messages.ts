import type { Messages } from '#i18n/namespaces.ts'
import type { ForgotMessages } from '#islands/accounts/password/ForgotDialog.tsx'
import type { CaptchaMessages } from '#islands/forms/Captcha.tsx'
import type { SocialMessages } from '#islands/accounts/SocialButtons.tsx'
import type { MobileMessages } from './MobileDialog.tsx'
import type { WelcomeMessages } from './WelcomeDialog.tsx'

export type SignInMessages = ForgotMessages &
  MobileMessages &
  SocialMessages &
  WelcomeMessages &
  CaptchaMessages &
  Messages['accounts']['shared'] &
  Messages['accounts']['signIn'] &
  Messages['accounts']['passkeySignIn'] &
  Messages['form']['password']
