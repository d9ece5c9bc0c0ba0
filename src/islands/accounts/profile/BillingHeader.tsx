import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { navigate } from '#client/navigate.ts'
import { returnPath } from '#contract/accounts/accounts.ts'
import { nameIn } from '#contract/text/translation.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { ordinalDate } from '#i18n/ordinal-date.ts'
import { withoutWish } from '#i18n/paths.ts'
import { toSignIn } from '#islands/accounts/to-sign-in.ts'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { Bell } from '#islands/notifications/Bell.tsx'
import { NotificationDialog, type NotificationMessages } from '#islands/notifications/NotificationDialog.tsx'
import { countUnread } from '#stores/notifications/notifications.ts'
import {
  $askedProfile,
  $profile,
  $profileMode,
  $profileNext,
  askForProfile,
  loadProfile,
  showProfile,
  type ProfileState,
} from '#stores/accounts/profile.ts'
import { $session, currentSession, type SessionState } from '#stores/accounts/session.ts'
import type { Option } from '#ui/Field.tsx'
import { keepFocusOf } from '#ui/keep-focus.ts'
import { Avatar } from './Avatar.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'
import type { ProfileMessages } from './profile-messages.ts'

type Props = {
  locale: Locale
  messages: ProfileMessages
  faultMessages: TextFaultMessages
  notificationMessages: NotificationMessages
  countries: Option[]
  states: Option[]
}

const UNKNOWN: SessionState = { state: 'unknown' }
const PARTS = ['security', 'follows'] as const
const ASKING: ProfileState = { state: 'loading' }

/** Header of the library [PR-1]: name, plan, profile and notifications. It redirects guests to the sign-in page. */
export function BillingHeader({ notificationMessages, ...props }: Props) {
  const { locale, messages } = props
  const session = useStore($session, { ssr: () => UNKNOWN })
  const profile = useStore($profile, { ssr: () => ASKING })
  useDialogs()
  useEffect(() => {
    if (session.state === 'out') leave(locale)
  }, [session.state, locale])

  if (session.state !== 'in') {
    return (
      <>
        <p role="status" className="billing waiting">
          {session.state === 'out' && messages.toSignIn}
        </p>
        <ProfileDialog {...props} />
      </>
    )
  }
  const { firstName, lastName, userProfile, userEmail } = session.session
  return (
    <section className="billing" aria-label={messages.myProfile}>
      <Avatar picture={userProfile} first={firstName} last={lastName} />
      <div className="who">
        <p className="name">{`${firstName} ${lastName}`.trim() || userEmail}</p>
        <PlanLine {...{ locale, messages, profile }} />
      </div>
      <div className="acts">
        <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => showProfile('view')}>
          {messages.myProfile}
        </button>
        <Bell locale={locale} messages={notificationMessages} />
      </div>
      <ProfileDialog {...props} />
      <NotificationDialog locale={locale} messages={notificationMessages} />
    </section>
  )
}

function PlanLine({ locale, messages, profile }: { locale: Locale; messages: ProfileMessages; profile: ProfileState }) {
  if (profile.state === 'loading') return <p className="plan soft">{messages.loading}</p>
  if (profile.state === 'failed') {
    return (
      <p className="plan fault" role="alert">
        {messages.loadFailed}{' '}
        <button ref={keepFocusOf} type="button" className="link" onClick={() => void loadProfile()}>
          {messages.tryAgain}
        </button>
      </p>
    )
  }
  const { plan, planEnded, planStarts } = profile
  if (!plan && planStarts)
    return <p className="plan">{interpolate(messages.planStarts, { date: ordinalDate(planStarts, locale) })}</p>
  if (!plan && planEnded)
    return <p className="plan">{interpolate(messages.planEnded, { date: ordinalDate(planEnded, locale) })}</p>
  if (!plan) return <p className="plan soft">{messages.notActivated}</p>
  const span = interpolate(messages.planSpan, {
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

/**
 * `?profile=new` opens the profile form for accounts that lack what an order needs, and leads on to `next`: also after a reload.
 * `?profile=security` and `?profile=follows` are in mails.
 */
async function enter(): Promise<void> {
  if (!(await currentSession())) return
  void countUnread()
  await loadProfile()
  const query = new URLSearchParams(location.search)
  const next = returnPath(query.get('next'))
  if ($profile.get().state !== 'ready') return
  const part = PARTS.find((name) => name === query.get('profile'))
  if (part) {
    dropQuestion()
    showProfile(part)
  }
  if (query.get('profile') === 'new') askForProfile(next)
}

/** Not in the dialog of the profile, which is mounted anew when the session ends. */
function useDialogs(): void {
  useEffect(() => void enter(), [])
  useEffect(() => $askedProfile.listen((asked) => !asked && dropQuestion()), [])
  useEffect(() => $profileNext.listen((next) => next && goTo(next)), [])
  // After the listeners above, which would follow it.
  useEffect(closeWhenLeft, [])
}

/** No dialog opens by itself when the library comes again: what was under way may have opened one meanwhile. */
function closeWhenLeft(): () => void {
  const shut = () => showProfile('closed')
  shut()
  return shut
}

/** Without the profile nothing can be bought: the page that wanted it would ask again at once. */
function goTo({ path, isSaved }: { path: string; isSaved: boolean }): void {
  void navigate(isSaved ? path : withoutWish(path), { history: 'replace' })
}

/** Once the form is closed, coming back opens nothing. */
function dropQuestion(): void {
  const query = new URLSearchParams(location.search)
  query.delete('profile')
  query.delete('next')
  history.replaceState(history.state, '', location.pathname + (query.size > 0 ? `?${query}` : ''))
}

/** The confirmation of an erased account stays readable. */
function leave(locale: Locale): void {
  if ($profileMode.get() === 'erased' || /^(?:\/mr)?\/logout\//.test(location.pathname)) return
  toSignIn(locale)
}
