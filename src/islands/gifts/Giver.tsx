import { useStore } from '@nanostores/react'
import type { Session } from '#contract/accounts/stored-session.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { $session, type SessionState } from '#stores/accounts/session.ts'
import { Field } from '#ui/Field.tsx'
import { GiverFields } from './GiftFields.tsx'
import type { GiftFormMessages, GiftLists } from './gift-messages.ts'

type Props = { locale: Locale; messages: GiftFormMessages; faultMessages: TextFaultMessages } & Pick<
  GiftLists,
  'countries' | 'states'
>

const UNKNOWN: SessionState = { state: 'unknown' }
export const useSession = (): Session | undefined => {
  const now = useStore($session, { ssr: () => UNKNOWN })
  return now.state === 'in' ? now.session : undefined
}

/** The giver. Until the session is known, CSS of the page hides the guest fields from listeners. */
export function Giver({ locale, messages, faultMessages, countries, states }: Props) {
  const session = useSession()
  if (session) return <SignedInGiver {...{ session, locale, messages }} />
  return (
    <fieldset className="part signed-out">
      <legend>{messages.giver}</legend>
      <p className="note">
        <sign-in-link>
          <a href={pathTo('signIn', locale)}>{messages.giverSignIn}</a>
        </sign-in-link>
      </p>
      <GiverFields {...{ locale, messages, faultMessages, countries, states }} />
    </fieldset>
  )
}

/** The server takes the giver from the profile, so the fields are read-only. */
function SignedInGiver({ session, locale, messages }: { session: Session } & Pick<Props, 'locale' | 'messages'>) {
  const known = {
    first_name: session.firstName,
    last_name: session.lastName,
    email: session.userEmail,
    mobile: session.userMobile,
  }
  const fields = (['first_name', 'last_name', 'email', 'mobile'] as const).filter((name) => known[name] !== '')
  return (
    <fieldset className="part">
      <legend>{messages.giver}</legend>
      <p className="note">
        {messages.giverProfile} <a href={pathTo('library', locale)}>{messages.giverChange}</a>
      </p>
      {fields.map((name) => (
        <Field
          key={name}
          name={`known_${name}`}
          label={messages[name]}
          value={known[name]}
          isLocked
          isOptional
          onChange={() => undefined}
        />
      ))}
    </fieldset>
  )
}
