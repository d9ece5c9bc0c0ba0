import { vi } from 'vitest'

/** What stores touch of a browser: storage, address, root element and the events of a window. */
class MemoryStorage {
  private readonly texts = new Map<string, string>()
  getItem = (key: string): string | null => this.texts.get(key) ?? null
  setItem = (key: string, text: string): void => void this.texts.set(key, text)
  removeItem = (key: string): void => void this.texts.delete(key)
  clear = (): void => this.texts.clear()
}

const events = new EventTarget()
vi.stubGlobal('localStorage', new MemoryStorage())
vi.stubGlobal('sessionStorage', new MemoryStorage())
vi.stubGlobal('location', new URL('https://shop.test/'))
vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: { lang: 'en', dataset: {} } }))
vi.stubGlobal('window', globalThis)
vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))

/** Sounds that nobody hears. */
class SilentAudio extends EventTarget {
  preload = ''
  src = ''
  pause = (): void => undefined
  load = (): void => undefined
  play = async (): Promise<void> => undefined
}
vi.stubGlobal('Audio', SilentAudio)
