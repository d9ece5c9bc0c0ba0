import { useEffect, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'

const AGAIN_MS = 3_000

/** Undefined until they are needed and loaded; those of the last language stay until the next ones are there. */
export function useLateMessages<Name extends 'player' | 'sample'>(
  locale: Locale,
  name: Name,
  isNeeded = true,
): Messages[Name] | undefined {
  const [messages, setMessages] = useState<Messages[Name]>()
  useEffect(() => {
    if (!isNeeded) return undefined
    let isWanted = true
    // A sound that plays needs its controls, so a failed load is repeated.
    const load = (): void =>
      void loadMessages(locale, name).then(
        (loaded) => isWanted && setMessages(loaded),
        () => isWanted && setTimeout(load, AGAIN_MS),
      )
    load()
    return () => {
      isWanted = false
    }
  }, [locale, name, isNeeded])
  return messages
}
