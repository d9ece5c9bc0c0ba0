import { createContext, useContext } from 'react'
import type { TextFinding } from '#contract/desk/transcripts.ts'
import type { Locale } from '#contract/text/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { deskFault, type DeskMessages } from '#islands/desk/desk-context.tsx'

export type TextsMessages = Messages['deskSound']['texts']
type Texts = { locale: Locale; messages: TextsMessages; titleId: number }

const Context = createContext<Texts | undefined>(undefined)
export const TextsProvider = Context.Provider

/** Language, messages and title of the part with texts. */
export function useTexts(): Texts {
  const texts = useContext(Context)
  if (!texts) throw new Error('outside of TextsPart')
  return texts
}

export const findingText = (messages: TextsMessages, { kind, count: many }: TextFinding, locale: Locale): string =>
  interpolate(messages.findings[kind], { count: count(many, locale) })

/** Why a change was not taken. Faults of lines and files have texts of their own. */
export function textFault(messages: TextsMessages, shared: DeskMessages, fault: string): string {
  const own: Record<string, string> = messages.faults
  return own[fault] ?? deskFault(shared, fault)
}
