import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import type { Locale } from '#contract/text.ts'
import { digits, shortDate } from '#i18n/format.ts'
import { $profileNotice, showProfile, changeNewsletter, type ProfileState } from '#stores/accounts/profile.ts'
import type { Option } from '#ui/Field.tsx'
import { Avatar } from './Avatar.tsx'
import type { ProfileWords } from './words.ts'
import { YourData } from './YourData.tsx'

type Known = ProfileState & { state: 'ready' }
type Props = { locale: Locale; words: ProfileWords; countries: Option[]; states: Option[]; known: Known }

const NONE = () => undefined

export function ProfileView({ locale, words, countries, states, known: { profile } }: Props) {
  const news = useStore($profileNotice, { ssr: NONE })
  const facts = factsOf(profile, { locale, words, countries, states })
  return (
    <>
      <p role="status" className={news ? 'notice good' : 'unseen'}>
        {news && words[news]}
      </p>
      <div className="portrait">
        <Avatar picture={profile.profile_image} first={profile.first_name} last={profile.last_name} />
        <p className="name">{`${profile.first_name} ${profile.last_name}`.trim() || words['not-given']}</p>
      </div>
      <dl className="facts">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={text ? undefined : 'soft'}>{text || words['not-given']}</dd>
          </div>
        ))}
      </dl>
      <Newsletter words={words} isWanted={profile.newsletter_subscribed} />
      <div className="ways">
        <button type="button" className="button" onClick={() => showProfile('edit')}>
          {words.edit}
        </button>
        <button type="button" className="button quiet" onClick={() => showProfile('password')}>
          {words['change-password']}
        </button>
      </div>
      <YourData words={words} />
    </>
  )
}

type Lists = Pick<Props, 'locale' | 'words' | 'countries' | 'states'>

function factsOf(profile: Profile, { locale, words, countries, states }: Lists): { label: string; text: string }[] {
  const named = (options: Option[], value: string) => options.find((option) => option.value === value)?.label ?? ''
  return [
    { label: words.email, text: profile.email },
    { label: words.mobile, text: digits(profile.mobile, locale) },
    { label: words.country, text: named(countries, profile.country) },
    ...(profile.country === 'IN' ? [{ label: words.state, text: named(states, profile.state) }] : []),
    { label: words.gender, text: profile.gender && words[`gender-${profile.gender}`] },
    { label: words.birth_date, text: profile.birth_date && shortDate(profile.birth_date, locale) },
    ...(profile.institute_name ? [{ label: words.institute, text: profile.institute_name }] : []),
  ]
}

/** A switch: it is saved when it is turned. */
function Newsletter({ words, isWanted }: { words: ProfileWords; isWanted: boolean }) {
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
        <span>{words.newsletter}</span>
      </label>
      {isFailed && (
        <p role="alert" className="fault">
          {words['newsletter-failed']}
        </p>
      )}
    </div>
  )
}
