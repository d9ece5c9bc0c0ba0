import { useEffect, useState } from 'react'
import type { Locale } from '#contract/text.ts'
import { playerWords, type PlayerWords } from '#i18n/player-words.ts'

const AGAIN_MS = 3_000

/** Undefined until they are fetched; those of the last language stay until the next ones are there. */
export function usePlayerWords(locale: Locale): PlayerWords | undefined {
  const [words, setWords] = useState<PlayerWords>()
  useEffect(() => {
    let isWanted = true
    // A title that sounds needs its controls, so they are asked for until they come.
    const ask = (): void =>
      void playerWords(locale).then(
        (found) => isWanted && setWords(found),
        () => isWanted && setTimeout(ask, AGAIN_MS),
      )
    ask()
    return () => {
      isWanted = false
    }
  }, [locale])
  return words
}
