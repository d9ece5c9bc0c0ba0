import { keepFocusOf } from '#ui/keep-focus.ts'
import type { LinkMessages } from './ExpiredLink.tsx'

type Props = { state: 'checking' | 'unknown'; messages: LinkMessages; again: () => void }

/** Shown while the link of a mail is checked, and when the check failed. */
export function LinkPending({ state, messages, again }: Props) {
  if (state === 'checking') return <p role="status">{messages.checking}</p>
  return (
    <div role="alert" className="failure">
      <p>{messages.linkUnknown}</p>
      <button ref={keepFocusOf} type="button" className="link" onClick={again}>
        {messages.tryAgain}
      </button>
    </div>
  )
}
