import { atom, type ReadableAtom } from 'nanostores'

export type Loadable<Value> =
  | { state: 'loading' }
  | { state: 'ready'; value: Value; isStale?: boolean }
  | { state: 'failed'; fault: string; seconds?: number | undefined }

type Loaded<Value> = { ok: true; value: Value } | { ok: false; fault: string; seconds?: number }

/**
 * What a page of the desk reads: `load` asks for it; while it asks again, the old value stays. An answer that a later call has
 * overtaken is dropped.
 */
export function createLoadable<Value, Input extends unknown[]>(
  read: (signal: AbortSignal, ...input: Input) => Promise<Loaded<Value>>,
): {
  $loadable: ReadableAtom<Loadable<Value>>
  load: (...input: Input) => Promise<void>
  replace: (change: (value: Value) => Value) => void
} {
  const $loadable = atom<Loadable<Value>>({ state: 'loading' })
  let running: AbortController | undefined

  async function load(...input: Input): Promise<void> {
    running?.abort()
    const own = (running = new AbortController())
    const before = $loadable.get()
    $loadable.set(before.state === 'ready' ? { ...before, isStale: true } : { state: 'loading' })
    const result = await read(own.signal, ...input)
    if (running !== own) return
    $loadable.set(
      result.ok
        ? { state: 'ready', value: result.value }
        : { state: 'failed', fault: result.fault, seconds: result.seconds },
    )
  }

  /** Changes the value in place, after a save whose answer holds the new state. */
  function replace(change: (value: Value) => Value): void {
    const before = $loadable.get()
    if (before.state === 'ready') $loadable.set({ ...before, value: change(before.value) })
  }

  return { $loadable, load, replace }
}
