import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Profile } from '#contract/accounts/profile.ts'
import type { Locale } from '#contract/text/locale.ts'
import { digits, shortDate } from '#i18n/format.ts'
import { $profileNotice, changeNewsletter, showProfile, type ProfileState } from '#stores/accounts/profile.ts'
import type { Option } from '#ui/Field.tsx'
import { Avatar } from './Avatar.tsx'
import type { ProfileMessages } from './profile-messages.ts'
import { YourData } from './YourData.tsx'

type Known = ProfileState & { state: 'ready' }
type Props = { locale: Locale; messages: ProfileMessages; countries: Option[]; states: Option[]; known: Known }

const NONE = () => undefined

export function ProfileView({ locale, messages, countries, states, known: { profile } }: Props) {
  const news = useStore($profileNotice, { ssr: NONE })
  const facts = factsOf(profile, { locale, messages, countries, states })
  return (
    <>
      <p role="status" className={news ? 'notice good' : 'unseen'}>
        {news && messages.news[news]}
      </p>
      <div className="portrait">
        <Avatar picture={profile.profile_image} first={profile.first_name} last={profile.last_name} />
        <p className="name">{`${profile.first_name} ${profile.last_name}`.trim() || messages.notGiven}</p>
      </div>
      <dl className="facts">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={text ? undefined : 'soft'}>{text || messages.notGiven}</dd>
          </div>
        ))}
      </dl>
      <Newsletter messages={messages} isWanted={profile.newsletter_subscribed} />
      <div className="ways">
        <button type="button" className="button" onClick={() => showProfile('edit')}>
          {messages.edit}
        </button>
        <button type="button" className="button quiet" onClick={() => showProfile('password')}>
          {messages.changePassword}
        </button>
        <button type="button" className="button quiet" onClick={() => showProfile('security')}>
          {messages.securityOpen}
        </button>
        <button type="button" className="button quiet" onClick={() => showProfile('follows')}>
          {messages.followsTitle}
        </button>
      </div>
      <YourData locale={locale} messages={messages} />
    </>
  )
}

type Lists = Pick<Props, 'locale' | 'messages' | 'countries' | 'states'>

function factsOf(profile: Profile, { locale, messages, countries, states }: Lists): { label: string; text: string }[] {
  const named = (options: Option[], value: string) => options.find((option) => option.value === value)?.label ?? ''
  return [
    { label: messages.email, text: profile.email },
    { label: messages.mobile, text: digits(profile.mobile, locale) },
    { label: messages.country, text: named(countries, profile.country) },
    ...(profile.country === 'IN' ? [{ label: messages.state, text: named(states, profile.state) }] : []),
    { label: messages.gender, text: profile.gender && messages.genders[profile.gender] },
    { label: messages.birth_date, text: profile.birth_date && shortDate(profile.birth_date, locale) },
    ...(profile.institute_name ? [{ label: messages.institute, text: profile.institute_name }] : []),
  ]
}

/** Saved at once. */
function Newsletter({ messages, isWanted }: { messages: ProfileMessages; isWanted: boolean }) {
  const [isFailed, setFailed] = useState(false)
  return (
    <div className="check">
      <label>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isWanted}
          className="switch"
          checked={isWanted}
          onChange={(event) => {
            setFailed(false)
            void changeNewsletter(event.target.checked).then((isSaved) => setFailed(!isSaved))
          }}
        />
        <span>{messages.newsletter}</span>
      </label>
      {isFailed && (
        <p role="alert" className="fault">
          {messages.newsletterFailed}
        </p>
      )}
    </div>
  )
}
