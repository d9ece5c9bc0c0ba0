import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { Area } from '#contract/desk/staff/areas.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { $staff, isAllowed, openDesk } from '#stores/desk/staff.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { deskFault, DeskProvider, type DeskMessages } from './desk-context.tsx'

type Props = { locale: Locale; messages: DeskMessages; area: Area; children: ReactNode }

/**
 * The content of a page of the desk, drawn only when the person is signed in and their role has the area. Whoever is not signed in
 * is led to the sign-in, which comes back to this address.
 */
export function AtDesk({ locale, messages, area, children }: Props) {
  const staff = useStore($staff)
  useEffect(() => void openDesk(), [])
  useEffect(() => {
    if (staff.state === 'signedOut')
      location.replace(deskPath('signIn', locale, { next: location.pathname + location.search }))
  }, [staff.state, locale])
  if (staff.state === 'failed')
    return <TryAgain text={deskFault(messages, staff.fault)} label={messages.tryAgain} retry={openDesk} />
  if (staff.state !== 'here') return <p className="soft desk-waiting">{messages.loading}</p>
  if (!isAllowed(staff, area))
    return (
      <p role="alert" className="failure">
        {messages.faults.notAllowed}
      </p>
    )
  return <DeskProvider value={{ locale, messages }}>{children}</DeskProvider>
}
