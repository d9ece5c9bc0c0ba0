import { useEffect, useLayoutEffect, useSyncExternalStore, type RefObject } from 'react'

const never = () => () => undefined

/** Whether React is there. Until then the browser itself asks for what is missing in a form. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** What was typed and pressed before React came is known to the page only: it is told to the form, then sent. Once: give it constants. */
export function useEarlyInput<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  names: readonly Name[],
  change: (name: Name, text: string) => void,
) {
  // Before the store is first drawn over it.
  useLayoutEffect(() => {
    for (const name of names) {
      const typed = form.current?.elements.namedItem(name)
      if ((typed instanceof HTMLInputElement || typed instanceof HTMLTextAreaElement) && typed.value) change(name, typed.value)
    }
  }, [form, names, change])
  useEffect(() => {
    if (form.current && 'asked' in form.current.dataset) form.current.requestSubmit()
  }, [form])
}
