import { useRef, useState } from 'react'
import { isSame, rebase } from '#stores/rebase.ts'

/** What a form holds while it is typed and saved. */
export function useDraft<Value>(stored: Value) {
  const [draft, setDraft] = useState(stored)
  // A reply comes to the form as it is then, not as it was when it was sent.
  const newest = useRef(stored)
  const change = (value: Value): void => {
    newest.current = value
    setDraft(value)
  }
  /** The reply is the new base; what was typed since stays. Returns whether nothing was. */
  const settle = (sent: Value, saved: Value): boolean => {
    const isAll = isSame(sent, newest.current)
    change(rebase(sent, newest.current, saved))
    return isAll
  }
  /** Changes it as it is now, after something was waited for. */
  const amend = (changed: (now: Value) => Value): void => change(changed(newest.current))
  return { draft, change, amend, settle }
}
