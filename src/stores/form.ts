import { atom, computed, map, type ReadableAtom } from 'nanostores'
import { validate, type Infer, type Struct } from 'superstruct'
import { faultsOf } from '#contract/fields/fields.ts'

// oxlint-disable-next-line no-explicit-any -- generic code of forms; each form has its own types
type AnyObject = Struct<any, Record<string, Struct<any, any>>>
type Values<S extends AnyObject> = Record<keyof Infer<S> & string, string>
type Faults = Record<string, string>

export type Sent = { ok: true } | { ok: false; fault: string; fields?: Faults; seconds?: number }
type State =
  | { state: 'open' }
  | { state: 'busy' }
  | { state: 'done' }
  | { state: 'failed'; fault: string; seconds?: number | undefined }

function statusOf($state: ReadableAtom<State>) {
  return {
    $busy: computed($state, ({ state }) => state === 'busy'),
    $done: computed($state, ({ state }) => state === 'done'),
    /** Fault of the last attempt. */
    $failure: computed($state, (now) => (now.state === 'failed' ? now.fault : undefined)),
    /** Seconds until the next attempt, after too many. */
    $wait: computed($state, (now) => (now.state === 'failed' ? now.seconds : undefined)),
  }
}

/**
 * A form: typed values, a fault code per field, and `submit`. The struct is the one that the server validates with. Typed values stay
 * until the form was accepted or the tab is closed. `check` adds faults that concern several fields.
 */
export function createForm<S extends AnyObject>(
  struct: S,
  empty: Values<S>,
  send: (input: Infer<S>) => Promise<Sent | undefined>,
  check: () => Faults = () => ({}),
) {
  const $values = map<Values<S>>({ ...empty })
  const $faults = atom<Faults>({})
  const $state = atom<State>({ state: 'open' })

  const read = () => validate($values.get(), struct, { coerce: true })

  /** A fault is removed as soon as its field is valid; new faults appear at the next submit. */
  function change(name: keyof Values<S>, text: string): void {
    $values.set({ ...$values.get(), [name]: text })
    if ($state.get().state === 'done') $state.set({ state: 'open' })
    if (!(name in $faults.get())) return
    const [error] = read()
    const fault = error && faultsOf(error)[name]
    if (fault) return $faults.set({ ...$faults.get(), [name]: fault })
    forgive(name)
  }

  /** Fills fields that still have their initial value; other names are ignored. */
  function fill(texts: Readonly<Record<string, unknown>>): void {
    for (const name of Object.keys(empty) as (keyof Values<S>)[]) {
      const text = texts[name]
      if (typeof text === 'string' && text && $values.get()[name] === empty[name]) change(name, text)
    }
  }

  function forgive(name: string): void {
    const { [name]: _, ...others } = $faults.get()
    $faults.set(others)
  }

  /** Keeps the typed values and removes all messages, for a return to the page. */
  function rest(): void {
    if ($state.get().state === 'busy') return
    $faults.set({})
    $state.set({ state: 'open' })
  }

  /** After a sign-out. */
  function forget(): void {
    $values.set({ ...empty })
    $faults.set({})
    $state.set({ state: 'open' })
  }

  /** Sets a fault that was found outside of the struct. */
  function blame(name: string, fault: string): void {
    $faults.set({ ...$faults.get(), [name]: fault })
  }

  /** Returns whether the form was accepted. A second submit during the first is ignored. */
  async function submit(): Promise<boolean> {
    if ($state.get().state === 'busy') return false
    const [error, input] = read()
    const faults = { ...(error && faultsOf(error)), ...check() }
    $faults.set(faults)
    $state.set({ state: 'open' })
    if (error || Object.keys(faults).length > 0) return false
    $state.set({ state: 'busy' })
    const sent = await send(input).catch((cause: unknown): Sent => {
      // A script that could not be loaded: the next press may load it.
      reportError(cause)
      return { ok: false, fault: 'offline' }
    })
    // The form is of something else by now.
    if (!sent) {
      $state.set({ state: 'open' })
      return false
    }
    if (sent.ok) $values.set({ ...empty })
    else $faults.set(sent.fields ?? {})
    $state.set(sent.ok ? { state: 'done' } : { state: 'failed', fault: sent.fault, seconds: sent.seconds })
    return sent.ok
  }

  return {
    /** The values of a prerendered page. */
    empty,
    $values,
    $faults,
    ...statusOf($state),
    change,
    fill,
    blame,
    forgive,
    rest,
    forget,
    submit,
  }
}
