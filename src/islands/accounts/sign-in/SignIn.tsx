import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { Failure } from '#islands/accounts/Failure.tsx'
import { useLeaveWhenSignedIn, withNext } from '#islands/accounts/leave-sign-in.ts'
import { ForgotDialog } from '#islands/accounts/password/ForgotDialog.tsx'
import { SocialButtons } from '#islands/accounts/SocialButtons.tsx'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { useHydrated } from '#islands/forms/pre-hydration-input.ts'
import {
  $hasPasskeys,
  $isAsking,
  forgetPasskeys,
  signInWithPasskey,
  suggestPasskeys,
} from '#stores/accounts/security/passkey-sign-in.ts'
import { $welcome, goOn } from '#stores/accounts/return-destination.ts'
import { openMobile } from '#stores/accounts/mobile-sign-in.ts'
import type { Provider } from '#stores/accounts/social-sign-in.ts'
import { $notice, type Notice } from '#stores/accounts/sign-in.ts'
import { MobileDialog } from './MobileDialog.tsx'
import { SignInForm } from './SignInForm.tsx'
import type { SignInMessages } from './sign-in-messages.ts'
import { WelcomeDialog } from './WelcomeDialog.tsx'

/** `providers` and `hasMobile`: what the shop is set up for. */
type Props = {
  locale: Locale
  messages: SignInMessages
  faultMessages: FaultMessages
  providers: readonly Provider[]
  hasMobile: boolean
}

/** Values of `?notice=` that the pages before may set. */
const NOTICES = ['new-account', 'new-password', 'signed-out'] as const

/** The sign-in page (SI-1 to SI-7). It accepts input before hydration. */
export function SignIn({ locale, messages, faultMessages, providers, hasMobile }: Props) {
  const notice = useStore($notice, { ssr: () => undefined })
  const welcome = useStore($welcome, { ssr: () => undefined })
  useLeaveWhenSignedIn(locale)
  const isHydrated = useHydrated()
  return (
    <>
      {isHydrated && !notice && <DoneText messages={messages} />}
      {notice && <NoticeText notice={notice} messages={messages} locale={locale} />}
      <SignInForm {...{ locale, messages, faultMessages }} />
      <OtherWays {...{ messages, providers, hasMobile }} />
      <p className="switch">
        {messages.noAccount}{' '}
        <a href={isHydrated ? withNext(pathTo('registration', locale)) : pathTo('registration', locale)}>
          {messages.toRegistration}
        </a>
      </p>
      <MobileDialog locale={locale} messages={messages} />
      <ForgotDialog {...{ locale, messages, faultMessages }} />
      <WelcomeDialog
        locale={locale}
        messages={messages}
        name={welcome?.name ?? ''}
        isOnTheWay={welcome?.isOnTheWay ?? false}
        isOpen={welcome !== undefined}
        onClose={() => void goOn()}
      />
    </>
  )
}

/** Sign-in without a password. */
function OtherWays({ messages, providers, hasMobile }: Pick<Props, 'messages' | 'providers' | 'hasMobile'>) {
  const hasPasskeys = usePasskeys()
  const isAsking = useStore($isAsking, { ssr: () => false })
  return (
    <>
      {(hasMobile || providers.length > 0 || hasPasskeys) && (
        <p className="or">
          <span>{messages.or}</span>
        </p>
      )}
      {hasPasskeys && (
        <button
          type="button"
          className="button quiet whole"
          aria-disabled={isAsking}
          onClick={() => void signInWithPasskey()}
        >
          {messages.withPasskey}
        </button>
      )}
      {hasMobile && (
        <button type="button" className="button quiet whole" onClick={openMobile}>
          {messages.withMobile}
        </button>
      )}
      <SocialButtons messages={messages} providers={providers} />
    </>
  )
}

/** Whether the browser can sign in by a passkey. Those of this device are suggested in the first field meanwhile. */
function usePasskeys(): boolean {
  useEffect(() => {
    void suggestPasskeys()
    return () => void forgetPasskeys()
  }, [])
  return useStore($hasPasskeys, { ssr: () => true })
}

/** What the page before has done, named by `?notice=`. */
function DoneText({ messages }: Pick<Props, 'messages'>) {
  const done = NOTICES.find((name) => new URLSearchParams(location.search).get('notice') === name)
  if (!done) return null
  return (
    <p role="status" className="notice good">
      {messages.done[done]}
    </p>
  )
}

/** The result of social sign-in: some codes are information, others are failures. */
function NoticeText({
  notice: { code, seconds },
  messages,
  locale,
}: {
  notice: Notice
  messages: SignInMessages
  locale: Locale
}) {
  if (code === 'linkFirst' || code === 'cancelled' || code === 'passkeyCancelled')
    return (
      <p role="status" className="notice good">
        {messages[code]}
      </p>
    )
  if (code === 'socialRefused' || code === 'passkeyRefused')
    return (
      <p role="alert" className="failure">
        {messages[code]}
      </p>
    )
  return <Failure failure={code} wait={seconds} messages={messages} locale={locale} />
}
