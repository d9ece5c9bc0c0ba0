import { useEffect, useRef, type RefObject } from 'react'

/**
 * For `count` parts that go away by their own buttons, as the rows of a list: what has this ref takes the focus that went with one. It
 * needs a `tabIndex`.
 */
export function useFocusAfterRemoval<Part extends HTMLElement>(count: number): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) part.current?.focus()
    before.current = count
  }, [count])
  return part
}
