import { useEffect, useRef, useState } from 'react'
import type { Failed } from '#stores/desk/shop/coupons.ts'

/** A form that is saved as a whole: once at a time; after a refusal the first faulty field has the focus. */
export function useSaving<Value>(save: (value: Value) => Promise<Failed | undefined>) {
  const [failed, setFailed] = useState<Failed>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failed) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failed])
  const submit = async (value: Value): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const result = await save(value)
    setBusy(false)
    setFailed(result)
  }
  return { form, failed, isBusy, submit }
}
