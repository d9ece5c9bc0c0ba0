import { dependencyTracker } from './dependency-tracker.ts'

const record = (entry: string) => dependencyTracker.reading.getStore()?.add(entry)

/** Records each key that a query asks for, and `*` for whoever looks at all of them. */
export class TrackedMap<Key extends string | number, Value> extends Map<Key, Value> {
  private readonly kind: string

  constructor(kind: string, entries: Iterable<readonly [Key, Value]>) {
    super()
    // Set before the entries: the constructor of Map would use it.
    this.kind = kind
    for (const [key, value] of entries) super.set(key, value)
  }

  override get(key: Key) {
    record(`${this.kind}:${key}`)
    return super.get(key)
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
