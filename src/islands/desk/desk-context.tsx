import { createContext, useContext } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'

export type DeskMessages = Messages['desk']['shared']
type Desk = { locale: Locale; messages: DeskMessages }

const Context = createContext<Desk | undefined>(undefined)
export const DeskProvider = Context.Provider

/** Language and shared messages of the desk; every part below `AtDesk` may ask. */
export function useDesk(): Desk {
  const desk = useContext(Context)
  if (!desk) throw new Error('outside of AtDesk')
  return desk
}

/** What went wrong, in words. A code without a message of its own reads as a failure of the server. */
export function deskFault(messages: DeskMessages, fault: string): string {
  const texts: Record<string, string> = messages.faults
  return texts[fault] ?? messages.faults.failed
}
