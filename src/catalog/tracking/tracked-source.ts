import { dependencyTracker } from './dependency-tracker.ts'

const record = (entry: string) => dependencyTracker.reading.getStore()?.add(entry)

/** Records each key that a query asks for, and `*` for whoever looks at all of them. `complete`: what is asked for by its key is completed. */
export class TrackedMap<Key extends string | number, Value> extends Map<Key, Value> {
  private readonly kind: string
  private readonly complete: ((value: Value) => Value) | undefined

  constructor(kind: string, entries: Iterable<readonly [Key, Value]>, complete?: (value: Value) => Value) {
    super()
    // Set before the entries: the constructor of Map would use it.
    this.kind = kind
    this.complete = complete
    for (const [key, value] of entries) super.set(key, value)
  }

  override get(key: Key) {
    record(`${this.kind}:${key}`)
    const value = super.get(key)
    return value === undefined || !this.complete ? value : this.complete(value)
  }
  override has(key: Key) {
    record(`${this.kind}:${key}`)
    return super.has(key)
  }
  override get size() {
    record(`${this.kind}:*`)
    return super.size
  }
  override values() {
    record(`${this.kind}:*`)
    return super.values()
  }
  override keys() {
    record(`${this.kind}:*`)
    return super.keys()
  }
  override entries() {
    record(`${this.kind}:*`)
    return super.entries()
  }
  override forEach(work: (value: Value, key: Key, map: Map<Key, Value>) => void) {
    record(`${this.kind}:*`)
    super.forEach(work)
  }
  override [Symbol.iterator]() {
    return this.entries()
  }
}

/** Records each field that a query reads; a tracked map records more exactly by itself. */
export function trackFields<Source extends object>(source: Source): Source {
  return new Proxy(source, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof name === 'string' && !(value instanceof TrackedMap)) record(name)
      return value
    },
  })
}
