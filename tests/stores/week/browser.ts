import { AsyncLocalStorage } from 'node:async_hooks'
import { FakeAudio } from '../support/audio.ts'
import { MemoryCaches } from '../support/offline.ts'
import type { Simulation } from './simulation.ts'

/** The browser of a device: what it stores stays, and what a visit has of it ends with the visit. */
export class MemoryStorage {
  readonly texts = new Map<string, string>()
  getItem = (key: string): string | null => this.texts.get(key) ?? null
  setItem = (key: string, text: string): void => void this.texts.set(key, text)
  removeItem = (key: string): void => void this.texts.delete(key)
}

/** The one key that a session is encrypted with (client/accounts/session-encryption.ts). */
class MemoryDatabase {
  private key: unknown
  private readonly answer = (result: unknown) => {
    const request = { result, onsuccess: undefined as (() => void) | undefined }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  private readonly store = {
    get: () => this.answer(this.key),
    put: (value: unknown) => this.answer((this.key = value)),
  }
  open = () => this.answer({ transaction: () => ({ objectStore: () => this.store }), close: () => undefined })
}

export class Visit {
  readonly events = new EventTarget()
  readonly document = Object.assign(new EventTarget(), {
    documentElement: { lang: 'en', dataset: {} },
    visibilityState: 'visible',
  })
  audio: FakeAudio | undefined
  readonly timers = new Set<Timer>()
  isOver = false
}

export class Timer {
  readonly cancel: () => void
  constructor(browser: Browser, visit: Visit, ms: number, work: () => void) {
    visit.timers.add(this)
    const stop = browser.simulation.in(Math.max(ms, 1), () => {
      visit.timers.delete(this)
      if (!visit.isOver) browser.run(work)
    })
    this.cancel = () => {
      visit.timers.delete(this)
      stop()
    }
  }
}

export abstract class Browser {
  readonly simulation: Simulation
  readonly local = new MemoryStorage()
  readonly tab = new MemoryStorage()
  readonly caches = new MemoryCaches()
  readonly database = new MemoryDatabase()
  visit = new Visit()
  isOnline = true
  /** What its clock shows more than the true one. */
  clockOffset = 0
  private readonly worker = {
    postMessage: (_message: unknown, [port]: readonly MessagePort[]) => port?.postMessage('saved'),
  }
  private readonly serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({}),
    ready: Promise.resolve({ active: this.worker }),
  })

  constructor(simulation: Simulation) {
    this.simulation = simulation
  }

  /** The browser in which the running code runs, across everything that it awaits. */
  static readonly current = new AsyncLocalStorage<Browser>()

  run<Result>(work: () => Result): Result {
    return Browser.current.run(this, work)
  }

  get navigator(): object {
    return { onLine: this.isOnline, serviceWorker: this.serviceWorker }
  }

  clock(): number {
    return Math.round(this.simulation.now + this.clockOffset)
  }

  setTimer(work: () => void, ms = 0): Timer {
    return new Timer(this, this.visit, ms, work)
  }

  newAudio(): FakeAudio {
    return (this.visit.audio = new FakeAudio())
  }

  endVisit(): void {
    this.visit.isOver = true
    for (const timer of this.visit.timers) timer.cancel()
    this.visit = new Visit()
  }

  abstract fetch(input: string | Request, init?: RequestInit): Promise<Response>
}

const here = () => Browser.current.getStore()

/** What browsers have and Node has not; outside of a browser what was there before. */
function install(name: string, read: (browser: Browser) => unknown): void {
  const before: unknown = Reflect.get(globalThis, name)
  let value = before
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => {
      const browser = here()
      return browser ? read(browser) : value
    },
    set(next: unknown) {
      value = next
    },
  })
}

function wrapTime(): void {
  const [realNow, realTimeout, realClear] = [Date.now, globalThis.setTimeout, globalThis.clearTimeout]
  Date.now = () => here()?.clock() ?? realNow()
  const start = (work: () => void, ms?: number, ...rest: unknown[]) =>
    here()?.setTimer(work, ms) ?? Reflect.apply(realTimeout, globalThis, [work, ms, ...rest])
  const stop = (timer: unknown) =>
    timer instanceof Timer ? timer.cancel() : Reflect.apply(realClear, globalThis, [timer])
  Object.assign(globalThis, { setTimeout: Object.assign(start, realTimeout), clearTimeout: stop })
  const realSignal = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => {
    const browser = here()
    if (!browser) return realSignal(ms)
    const stopper = new AbortController()
    browser.setTimer(() => stopper.abort(new DOMException('too slow', 'TimeoutError')), ms)
    return stopper.signal
  }
}

/** Signatures are checked by threads of their own: the simulation stands still meanwhile. */
function countEncryption(): void {
  for (const name of ['importKey', 'verify', 'encrypt', 'decrypt', 'generateKey'] as const) {
    const real = SubtleCrypto.prototype[name] as (...args: unknown[]) => Promise<unknown>
    const counted = function (this: SubtleCrypto, ...args: unknown[]) {
      const work = Reflect.apply(real, this, args)
      const simulation = here()?.simulation
      if (!simulation) return work
      simulation.busy += 1
      return work.finally(() => (simulation.busy -= 1))
    }
    Object.assign(SubtleCrypto.prototype, { [name]: counted })
  }
}

/** Called once, before any page is loaded. */
export function installBrowsers(): void {
  install('localStorage', ({ local }) => local)
  install('sessionStorage', ({ tab }) => tab)
  install('document', ({ visit }) => visit.document)
  install('navigator', (browser) => browser.navigator)
  install('caches', ({ caches }) => caches)
  install('indexedDB', ({ database }) => database)
  install('location', () => new URL('https://shop.test/'))
  install('BroadcastChannel', () => undefined)
  install('MediaMetadata', () => undefined)
  install('fetch', (browser) => (input: string | Request, init?: RequestInit) => browser.fetch(input, init))
  install(
    'Audio',
    (browser) =>
      function () {
        return browser.newAudio()
      },
  )
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    install(name, ({ visit }) => visit.events[name].bind(visit.events))
  wrapTime()
  countEncryption()
}
