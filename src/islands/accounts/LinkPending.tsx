import type { LinkMessages } from './ExpiredLink.tsx'

type Props = { state: 'checking' | 'unknown'; messages: LinkMessages; again: () => void }

/** While the link of a mail is looked at, and when that could not be done. */
export function LinkPending({ state, messages, again }: Props) {
  if (state === 'checking') return <p role="status">{messages.checking}</p>
  return (
    <div role="alert" className="failure">
      <p>{messages.linkUnknown}</p>
      <button type="button" className="link" onClick={again}>
        {messages.tryAgain}
      </button>
    </div>
  )
}
