import { useLayoutEffect, useRef, type RefObject } from 'react'

/** A part with this ref that goes with the focus in it, as by its own button, leaves the focus to the main button of the bar. */
export function useMainButtonFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(
    () => () => {
      if (!part.current?.contains(document.activeElement)) return
      // A frame later: what comes instead may take the focus itself.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('#player .sound-main')?.focus()
      })
    },
    [],
  )
  return part
}
