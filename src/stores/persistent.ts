import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import type { WritableAtom } from 'nanostores'

/** What is stored now, also by another tab a moment ago. */
export function readStored(key: string | symbol): string | undefined {
  try {
    return localStorage.getItem(String(key)) ?? undefined
  } catch {
    return undefined
  }
}

/** Local storage may be full or forbidden: the library would throw, and the page must go on without the value [SH-16]. */
const safeStorage = new Proxy<Record<string, string>>(
  {},
  {
    has: (_, key) => readStored(key) !== undefined,
    get: (_, key) => readStored(key),
    set(_, key, value) {
      try {
        localStorage.setItem(String(key), value)
      } catch {
        // Private windows and full disks.
      }
      return true
    },
    deleteProperty(_, key) {
      try {
        localStorage.removeItem(String(key))
      } catch {
        // As above.
      }
      return true
    },
  },
)

if (typeof window !== 'undefined') setPersistentEngine(safeStorage, windowPersistentEvents)

/** For values whose store is not loaded. */
export const removeStored = (key: string): boolean => delete safeStorage[key]

type Codec<Value> = {
  /** Undefined for a text that is no valid value: the store then holds its initial value. */
  decode: (text: string) => Value | undefined
  encode: (value: Value) => string | undefined
}

/** A value of local storage, in step with the other tabs. The initial value is stored as the absence of the key. */
export function persistentValue<Value>(key: string, initial: Value, { decode, encode }: Codec<Value>) {
  return persistentAtom<Value>(key, initial, {
    decode: (text) => decode(text) ?? initial,
    encode: (value) => (value === initial ? undefined : encode(value)),
  })
}

/** Empty when there is none, or none that is valid. */
export function persistentText(key: string, isValid: (text: string) => boolean = () => true): WritableAtom<string> {
  return persistentValue(key, '', { decode: (text) => (isValid(text) ? text : undefined), encode: (text) => text })
}

/** `storedAs`: the text that stands for true. */
export function persistentFlag(key: string, storedAs: string): WritableAtom<boolean> {
  return persistentValue(key, false, {
    decode: (text) => text === storedAs,
    encode: (isSet) => (isSet ? storedAs : undefined),
  })
}
