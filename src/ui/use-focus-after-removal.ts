import { useEffect, useRef, type RefObject } from 'react'

/** For a list whose rows go away by their own buttons: what has this ref takes the focus that went with a row. It needs a `tabIndex`. */
export function useFocusAfterRemoval<Part extends HTMLElement>(count: number): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) part.current?.focus()
    before.current = count
  }, [count])
  return part
}
