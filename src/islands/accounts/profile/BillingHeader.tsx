import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { nameIn } from '#contract/translation.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import { Bell } from '#islands/notifications/Bell.tsx'
import { NotificationDialog, type NotificationWords } from '#islands/notifications/NotificationDialog.tsx'
import { countUnread } from '#stores/notifications/notifications.ts'
import { $profile, $profileMode, loadProfile, showProfile, type ProfileState } from '#stores/accounts/profile.ts'
import { $session, currentSession, type SessionState } from '#stores/accounts/session.ts'
import type { Option } from '#ui/Field.tsx'
import { Avatar } from './Avatar.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'
import type { ProfileWords } from './words.ts'

type Props = { locale: Locale; words: ProfileWords; notes: NotificationWords; countries: Option[]; states: Option[] }

const UNKNOWN: SessionState = { state: 'unknown' }
const ASKING: ProfileState = { state: 'loading' }

/** The head of a listener's pages (PR-1): who it is, the plan, the profile and the bell. Guests are sent to sign in. */
export function BillingHeader({ locale, words, notes, countries, states }: Props) {
  const session = useStore($session, { ssr: () => UNKNOWN })
  const profile = useStore($profile, { ssr: () => ASKING })
  useEffect(() => void enter(), [])
  useEffect(() => {
    if (session.state === 'out') leave(locale)
  }, [session.state, locale])

  if (session.state !== 'in') {
    return (
      <>
        <p role="status" className="billing waiting">
          {session.state === 'out' && words['to-sign-in']}
        </p>
        <ProfileDialog {...{ locale, words, countries, states }} />
      </>
    )
  }
  const { firstName, lastName, userProfile, userEmail } = session.session
  return (
    <section className="billing" aria-label={words['my-profile']}>
      <Avatar picture={userProfile} first={firstName} last={lastName} />
      <div className="who">
        <p className="name">{`${firstName} ${lastName}`.trim() || userEmail}</p>
        <PlanLine {...{ locale, words, profile }} />
      </div>
      <div className="acts">
        <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => showProfile('view')}>
          {words['my-profile']}
        </button>
        <Bell locale={locale} words={notes} />
      </div>
      <ProfileDialog {...{ locale, words, countries, states }} />
      <NotificationDialog locale={locale} words={notes} />
    </section>
  )
}

function PlanLine({ locale, words, profile }: { locale: Locale; words: ProfileWords; profile: ProfileState }) {
  if (profile.state === 'loading') return <p className="plan soft">{words.loading}</p>
  if (profile.state === 'failed') {
    return (
      <p className="plan fault" role="alert">
        {words['load-failed']}{' '}
        <button type="button" className="link" onClick={() => void loadProfile()}>
          {words['try-again']}
        </button>
      </p>
    )
  }
  const { plan } = profile
  if (!plan) return <p className="plan soft">{words['not-activated']}</p>
  const span = fill(words['plan-span'], {
    start: ordinalDate(plan.start_date, locale),
    end: ordinalDate(plan.end_date, locale),
  })
  return (
    <p className="plan">
      <strong>{nameIn(plan, locale) ?? plan.subscription_type}</strong>
      <span aria-hidden="true"> · </span>
      <span>{span}</span>
    </p>
  )
}

/** `?profile=new`: somebody who has no name here yet is asked for it at once (D4). Said once: coming back opens nothing. */
async function enter(): Promise<void> {
  if (!(await currentSession())) return
  void countUnread()
  await loadProfile()
  const query = new URLSearchParams(location.search)
  if (query.get('profile') !== 'new' || $profile.get().state !== 'ready') return
  query.delete('profile')
  history.replaceState(history.state, '', location.pathname + (query.size > 0 ? `?${query}` : ''))
  showProfile('edit')
}

/** The farewell of an account that was erased is read first. */
function leave(locale: Locale): void {
  if ($profileMode.get() === 'erased' || /^(?:\/mr)?\/logout\//.test(location.pathname)) return
  toSignIn(locale)
}
