export type PendingWords = Record<'checking' | 'link-unknown' | 'try-again', string>
type Props = { state: 'checking' | 'unknown'; words: PendingWords; again: () => void }

/** While the link of a mail is looked at, and when that could not be done. */
export function LinkPending({ state, words, again }: Props) {
  if (state === 'checking') return <p role="status">{words.checking}</p>
  return (
    <div role="alert" className="failure">
      <p>{words['link-unknown']}</p>
      <button type="button" className="link" onClick={again}>
        {words['try-again']}
      </button>
    </div>
  )
}
