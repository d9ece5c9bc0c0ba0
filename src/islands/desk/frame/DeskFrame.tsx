import { useEffect } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { DeskLink } from '#i18n/desk-paths.ts'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import type { SignInMessages } from '#islands/desk/sign-in/sign-in-messages.ts'
import type { TextFaultMessages } from '#islands/forms/fault-text.ts'
import { DeskMenu, type MenuMessages } from './DeskMenu.tsx'
import { guardFocus } from './focus-guard.ts'
import { GateDialog } from './GateDialog.tsx'
import { Toasts } from './Toasts.tsx'

type Props = {
  locale: Locale
  messages: MenuMessages
  shared: DeskMessages
  signInMessages: SignInMessages
  faultMessages: TextFaultMessages
  links: readonly DeskLink[]
}

/** What every page of the desk has: the menu, the dialog that asks for the second factor, and the toasts. */
export function DeskFrame({ locale, messages, shared, signInMessages, faultMessages, links }: Props) {
  useEffect(guardFocus, [])
  return (
    <>
      <DeskMenu {...{ locale, messages, shared, links }} />
      <GateDialog {...{ locale, shared, faultMessages }} messages={signInMessages} />
      <Toasts messages={shared} />
    </>
  )
}
