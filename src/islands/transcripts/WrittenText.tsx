import type { Locale } from '#contract/text/locale.ts'
import { hasDevanagari, transliterate } from '#contract/text/transliterate.ts'
import type { LinesLook } from '#stores/transcripts/lines-look.ts'

type Props = { text: string; lang: Locale; view: LinesLook }

/** A text in the scripts of the reader's choice. Screen readers get one of them: both would be read one after the other. */
export function WrittenText({ text, lang, view: { devanagari, latin } }: Props) {
  const isLatin = latin !== 'none' && hasDevanagari(text)
  const isDevanagari = devanagari || !isLatin
  return (
    <>
      {isDevanagari && <span lang={lang}>{text}</span>}
      {isLatin && (
        <span lang="mr-Latn" className="line-latin" aria-hidden={isDevanagari}>
          {transliterate(text, latin)}
        </span>
      )}
    </>
  )
}
