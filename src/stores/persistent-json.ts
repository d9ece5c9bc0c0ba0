import { create, type Struct } from 'superstruct'
import { persistentValue } from './persistent.ts'

/** JSON of local storage that is checked by a struct. Beside persistent.ts, because guests who only read load no superstruct. */
export function persistentJson<Value>(key: string, initial: Value, struct: Struct<Value, unknown>) {
  return persistentValue(key, initial, {
    decode(text) {
      try {
        return create(JSON.parse(text), struct)
      } catch {
        return undefined
      }
    },
    encode: (value) => JSON.stringify(value),
  })
}
