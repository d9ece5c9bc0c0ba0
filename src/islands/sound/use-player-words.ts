import { useEffect, useState } from 'react'
import type { Locale } from '#contract/text.ts'
import { playerWords, type PlayerWords } from '#i18n/player-words.ts'

/** Undefined until they are fetched; those of the last language stay until the next ones are there. */
export function usePlayerWords(locale: Locale): PlayerWords | undefined {
  const [words, setWords] = useState<PlayerWords>()
  useEffect(() => {
    let isWanted = true
    void playerWords(locale).then((found) => {
      if (isWanted) setWords(found)
      return found
    })
    return () => {
      isWanted = false
    }
  }, [locale])
  return words
}
