import { useEffect, useLayoutEffect, useSyncExternalStore, type RefObject } from 'react'

const never = () => () => undefined

/** Whether React is there. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Undefined: as the page came, nobody touched it. A box may have come ticked, and a list always has a choice. */
function textOf(typed: Element | RadioNodeList | null | undefined): string | undefined {
  if (typed instanceof HTMLInputElement && typed.type === 'checkbox') {
    if (typed.checked === typed.defaultChecked) return undefined
    return typed.checked ? 'yes' : ''
  }
  if (typed instanceof HTMLSelectElement) return typed.selectedOptions[0]?.defaultSelected ? undefined : typed.value
  const holdsText = [HTMLInputElement, HTMLTextAreaElement, RadioNodeList].some((kind) => typed instanceof kind)
  return holdsText && typed && 'value' in typed ? String(typed.value) || undefined : undefined
}

/** What was typed and pressed before React came is known to the page only: it is told to the form, then sent. Once: give it constants. */
export function useEarlyInput<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  names: readonly Name[],
  change: (name: Name, text: string) => void,
) {
  // Before the store is first drawn over it.
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
