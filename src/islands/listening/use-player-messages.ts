import { useEffect, useState } from 'react'
import type { Locale } from '#contract/locale.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'

const AGAIN_MS = 3_000

/** Undefined until they are loaded; those of the last language stay until the next ones are there. */
export function usePlayerMessages(locale: Locale): Messages['player'] | undefined {
  const [messages, setMessages] = useState<Messages['player']>()
  useEffect(() => {
    let isWanted = true
    // A title that plays needs its controls, so a failed load is repeated.
    const load = (): void =>
      void loadMessages(locale, 'player').then(
        (loaded) => isWanted && setMessages(loaded),
        () => isWanted && setTimeout(load, AGAIN_MS),
      )
    load()
    return () => {
      isWanted = false
    }
  }, [locale])
  return messages
}
