import { createContext, useContext } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'

type Groups = Messages['deskTitles']
export type EditorMessages = Groups['editor'] & Groups['tracks'] & Groups['files'] & Groups['names']
export type EditorTexts = { locale: Locale; messages: EditorMessages }

const Context = createContext<EditorTexts | undefined>(undefined)
export const EditorProvider = Context.Provider

/** Language and messages of the editor of a title. */
export function useEditor(): EditorTexts {
  const texts = useContext(Context)
  if (!texts) throw new Error('outside of the editor')
  return texts
}

/** The message of the first fault whose field begins so. */
export function fieldFault(
  messages: EditorMessages,
  fields: Record<string, string>,
  begin: string,
): string | undefined {
  const fault = Object.entries(fields).find(([field]) => field === begin || field.startsWith(`${begin}.`))?.[1]
  const texts: Record<string, string> = messages.fieldFaults
  return fault && (texts[fault] ?? messages.fieldFaults.other)
}
