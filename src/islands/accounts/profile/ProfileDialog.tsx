import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { navigate } from '#client/navigate.ts'
import { pathTo } from '#i18n/paths.ts'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import {
  $askedProfile,
  $profile,
  $profileMode,
  closeProfile,
  loadProfile,
  showProfile,
  type ProfileMode,
  type ProfileState,
} from '#stores/accounts/profile.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Late } from '#ui/Late.tsx'
import type { Option } from '#ui/Field.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileView } from './ProfileView.tsx'
import type { ProfileMessages } from './profile-messages.ts'

type Props = {
  locale: Locale
  messages: ProfileMessages
  faultMessages: TextFaultMessages
  countries: Option[]
  states: Option[]
}

const CLOSED = (): ProfileMode => 'closed'
const ASKING: ProfileState = { state: 'loading' }
const TITLES = {
  view: 'myProfile',
  edit: 'edit',
  password: 'changePassword',
  security: 'securityTitle',
  follows: 'followsTitle',
  delete: 'delete',
  erased: 'erased',
} as const

/** Passkeys and sessions are looked at by few, and bring a library along. */
const loadSecurity = () => import('../security/SecurityPanel.tsx').then(({ SecurityPanel }) => SecurityPanel)
const loadFollows = () => import('#islands/library/FollowsPanel.tsx').then(({ FollowsPanel }) => FollowsPanel)

/** Dialog to view and edit the profile, change the password and erase the account [PR-5]. */
export function ProfileDialog(props: Props) {
  const { locale, messages } = props
  const mode = useStore($profileMode, { ssr: CLOSED })
  const isAsked = useStore($askedProfile, { ssr: () => undefined }) !== undefined

  function close() {
    const isErased = $profileMode.get() === 'erased'
    closeProfile()
    if (isErased) void navigate(pathTo('home', locale), { history: 'replace' })
  }

  const title = mode === 'closed' ? '' : messages[mode === 'edit' && isAsked ? 'finish' : TITLES[mode]]
  return (
    <Dialog title={title} close={messages.close} isOpen={mode !== 'closed'} onClose={close}>
      {mode === 'erased' ? <Erased {...{ locale, messages }} /> : <Panel key={mode} mode={mode} {...props} />}
    </Dialog>
  )
}

/** The pressed button is gone, so the focus moves into the new panel. */
function Panel({ mode, ...props }: Props & { mode: ProfileMode }) {
  const profile = useStore($profile, { ssr: () => ASKING })
  const panel = useRef<HTMLDivElement>(null)
  const isReady = profile.state === 'ready'
  useEffect(() => {
    if (!isReady) return
    const first = mode === 'view' ? undefined : panel.current?.querySelector<HTMLElement>('form input:not([hidden])')
    ;(first ?? panel.current)?.focus()
    // The panel before may have been scrolled down to its buttons.
    if (!first) panel.current?.closest('dialog')?.scrollTo(0, 0)
  }, [mode, isReady])

  return (
    <div ref={panel} tabIndex={-1} className="panel">
      {profile.state === 'loading' && <p role="status">{props.messages.loading}</p>}
      {profile.state === 'failed' && <Failed messages={props.messages} />}
      {profile.state === 'ready' && mode === 'view' && <ProfileView {...props} known={profile} />}
      {profile.state === 'ready' && mode === 'edit' && <ProfileForm {...props} profile={profile.profile} />}
      {profile.state === 'ready' && mode === 'password' && (
        <PasswordForm {...props} profile={profile.profile} rules={profile.rules} />
      )}
      {profile.state === 'ready' && mode === 'security' && (
        <Late
          load={loadSecurity}
          failed={backToProfile}
          loading={<p role="status">{props.messages.securityLoading}</p>}
        >
          {(Part) => <Part {...props} hasPassword={profile.profile.has_password} />}
        </Late>
      )}
      {profile.state === 'ready' && mode === 'follows' && (
        <Late load={loadFollows} failed={backToProfile} loading={<p role="status">{props.messages.followsLoading}</p>}>
          {(Part) => <Part {...props} />}
        </Late>
      )}
      {profile.state === 'ready' && mode === 'delete' && <DeleteForm {...props} profile={profile.profile} />}
    </div>
  )
}

/** When a panel cannot be fetched, the profile is shown again. */
function backToProfile(): void {
  alertOffline()
  showProfile('view')
}

function Failed({ messages }: { messages: ProfileMessages }) {
  return (
    <div role="alert" className="failure">
      <p>{messages.loadFailed}</p>
      <button type="button" className="link" onClick={() => void loadProfile()}>
        {messages.tryAgain}
      </button>
    </div>
  )
}

function Erased({ locale, messages }: { locale: Locale; messages: ProfileMessages }) {
  return (
    <>
      <p role="status">{messages.erasedText}</p>
      <div className="ways">
        <a className="button" href={pathTo('home', locale)}>
          {messages.toHome}
        </a>
      </div>
    </>
  )
}
