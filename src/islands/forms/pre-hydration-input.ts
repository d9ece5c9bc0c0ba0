import { useEffect, useLayoutEffect, useSyncExternalStore, type RefObject } from 'react'

const never = () => () => undefined

/** Whether hydration is done. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Undefined for an untouched field. A checkbox may be ticked by default, and a select always has a value. */
function textOf(typed: Element | RadioNodeList | null | undefined): string | undefined {
  if (typed instanceof HTMLInputElement && typed.type === 'checkbox') {
    if (typed.checked === typed.defaultChecked) return undefined
    return typed.checked ? 'yes' : ''
  }
  if (typed instanceof HTMLSelectElement) return typed.selectedOptions[0]?.defaultSelected ? undefined : typed.value
  const holdsText = [HTMLInputElement, HTMLTextAreaElement, RadioNodeList].some((kind) => typed instanceof kind)
  return holdsText && typed && 'value' in typed ? String(typed.value) || undefined : undefined
}

/** Copies input from before hydration into the store, and submits a form that was submitted then. It must run once, so pass constants. */
export function usePreHydrationInput<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  names: readonly Name[],
  change: (name: Name, text: string) => void,
) {
  // A layout effect runs before React paints the values of the store over the input.
  useLayoutEffect(() => {
    for (const name of names) {
      const text = textOf(form.current?.elements.namedItem(name))
      if (text !== undefined) change(name, text)
    }
  }, [form, names, change])
  useEffect(() => {
    if (form.current && 'asked' in form.current.dataset) form.current.requestSubmit()
  }, [form])
}
