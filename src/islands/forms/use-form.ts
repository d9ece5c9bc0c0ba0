import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ReadableAtom } from 'nanostores'

type Form<Values> = {
  empty: Values
  $values: ReadableAtom<Values>
  $faults: ReadableAtom<Record<string, string>>
  $busy: ReadableAtom<boolean>
  $done: ReadableAtom<boolean>
  $failure: ReadableAtom<string | undefined>
  $wait: ReadableAtom<number | undefined>
  rest: () => void
}

const NO_FAULTS: Record<string, string> = {}
const no = () => false
const none = () => undefined

export type FormState<Values> = ReturnType<typeof useForm<Values>>

/** State of a form store for a component; empty when prerendered. Unmounting resets the form. */
export function useForm<Values>(form: Form<Values>) {
  useEffect(() => form.rest, [form])
  return {
    values: useStore(form.$values, { ssr: () => form.empty }),
    faults: useStore(form.$faults, { ssr: () => NO_FAULTS }),
    isBusy: useStore(form.$busy, { ssr: no }),
    isDone: useStore(form.$done, { ssr: no }),
    failure: useStore(form.$failure, { ssr: none }),
    wait: useStore(form.$wait, { ssr: none }),
  }
}
