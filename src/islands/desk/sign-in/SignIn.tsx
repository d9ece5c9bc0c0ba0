import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { deskPath, deskReturnPath } from '#i18n/desk-paths.ts'
import { $staff, openDesk } from '#stores/desk/staff.ts'
import { SignInSteps, type SignInProps } from './SignInSteps.tsx'

/** The page of the sign-in. Whoever is signed in goes on at once. */
export function SignIn(props: Omit<SignInProps, 'onDone'>) {
  const { state } = useStore($staff)
  const { locale } = props
  useEffect(() => void openDesk(), [])
  useEffect(() => {
    if (state !== 'here') return
    const next = new URLSearchParams(location.search).get('next')
    location.replace(deskReturnPath(next) ?? deskPath('home', locale))
  }, [state, locale])
  return <SignInSteps {...props} onDone={() => undefined} />
}
