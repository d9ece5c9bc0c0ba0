import { atom, computed, map } from 'nanostores'
import { validate, type Infer, type Struct } from 'superstruct'
import { faultsOf } from '#contract/fields.ts'

// oxlint-disable-next-line no-explicit-any -- the generic plumbing of forms: each form keeps its own types
type AnyObject = Struct<any, Record<string, Struct<any, any>>>
type Values<S extends AnyObject> = Record<keyof Infer<S> & string, string>
type Faults = Record<string, string>

export type Sent = { ok: true } | { ok: false; fault: string; fields?: Faults; seconds?: number }
type State =
  | { state: 'open' }
  | { state: 'busy' }
  | { state: 'done' }
  | { state: 'failed'; fault: string; seconds?: number | undefined }

/**
 * A form: what is typed, a fault code per field, and one way to send it. The struct is the one the server reads with. What is
 * typed stays while the tab lives, through every refusal, and goes when the form was taken. `check` finds what no field holds.
 */
export function createForm<S extends AnyObject>(
  struct: S,
  empty: Values<S>,
  send: (input: Infer<S>) => Promise<Sent>,
  check: () => Faults = () => ({}),
) {
  const $values = map<Values<S>>({ ...empty })
  const $faults = atom<Faults>({})
  const $state = atom<State>({ state: 'open' })

  const read = () => validate($values.get(), struct, { coerce: true })

  /** A fault goes as soon as its field is mended; new ones wait for the next attempt. */
  function change(name: keyof Values<S>, text: string): void {
    $values.set({ ...$values.get(), [name]: text })
    if ($state.get().state === 'done') $state.set({ state: 'open' })
    if (!(name in $faults.get())) return
    const [error] = read()
    const fault = error && faultsOf(error)[name]
    if (fault) return $faults.set({ ...$faults.get(), [name]: fault })
    forgive(name)
  }

  function forgive(name: string): void {
    const { [name]: _, ...others } = $faults.get()
    $faults.set(others)
  }

  /** Whoever comes back to the page finds what was typed, without what was said of it. */
  function rest(): void {
    if ($state.get().state === 'busy') return
    $faults.set({})
    $state.set({ state: 'open' })
  }

  /** Whose it was is gone. */
  function forget(): void {
    $values.set({ ...empty })
    $faults.set({})
    $state.set({ state: 'open' })
  }

  /** A fault that is found before the form is sent. */
  function blame(name: string, fault: string): void {
    $faults.set({ ...$faults.get(), [name]: fault })
  }

  /** Whether it was taken. A second press while the first is under way does nothing. */
  async function submit(): Promise<boolean> {
    if ($state.get().state === 'busy') return false
    const [error, input] = read()
    const faults = { ...(error && faultsOf(error)), ...check() }
    $faults.set(faults)
    $state.set({ state: 'open' })
    if (error || Object.keys(faults).length > 0) return false
    $state.set({ state: 'busy' })
    const sent = await send(input)
    if (sent.ok) $values.set({ ...empty })
    else $faults.set(sent.fields ?? {})
    $state.set(sent.ok ? { state: 'done' } : { state: 'failed', fault: sent.fault, seconds: sent.seconds })
    return sent.ok
  }

  return {
    /** What a prerendered page shows. */
    empty,
    $values,
    $faults,
    $busy: computed($state, ({ state }) => state === 'busy'),
    $done: computed($state, ({ state }) => state === 'done'),
    /** Why the last attempt failed. */
    $failure: computed($state, (now) => (now.state === 'failed' ? now.fault : undefined)),
    /** Seconds until it may be tried again, when there were too many tries. */
    $wait: computed($state, (now) => (now.state === 'failed' ? now.seconds : undefined)),
    change,
    blame,
    forgive,
    rest,
    forget,
    submit,
  }
}
