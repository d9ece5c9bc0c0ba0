/**
 * Seals the session for local storage (SH-15). The key cannot be read out, not even by a script of ours: it lives in IndexedDB
 * and only works in this browser. It keeps copies of the storage worthless; a script inside the page it cannot stop
 * (protocols 4.3), which is the content policy's work.
 */
const DATABASE = 'shop'
const STORE = 'keys'
const NAME = 'session'
const IV_BYTES = 12

let key: Promise<CryptoKey> | undefined

const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('indexedDB'))
  })

async function openKeys(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return answerOf(request)
}

/** Two tabs may come first at once: within one transaction the later one finds the key of the earlier. */
async function findKey(): Promise<CryptoKey> {
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const keys = await openKeys()
  const store = keys.transaction(STORE, 'readwrite').objectStore(STORE)
  const known: unknown = await answerOf(store.get(NAME))
  if (!(known instanceof CryptoKey)) await answerOf(store.put(fresh, NAME))
  keys.close()
  return known instanceof CryptoKey ? known : fresh
}

function theKey(): Promise<CryptoKey> {
  key ??= findKey()
  key.catch(() => (key = undefined))
  return key
}

/** Undefined where the browser has no such means: plain http on another machine, or storage that is forbidden. */
export async function encrypt(text: string): Promise<string | undefined> {
  try {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const locked = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await theKey(), new TextEncoder().encode(text))
    return [iv, new Uint8Array(locked)].map((bytes) => btoa(String.fromCharCode(...bytes))).join('.')
  } catch {
    return undefined
  }
}

/** Undefined for whatever was not sealed here. */
export async function decrypt(sealed: string): Promise<string | undefined> {
  try {
    const [iv, locked] = sealed.split('.').map((part) => Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)))
    if (!iv || !locked) return undefined
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await theKey(), locked))
  } catch {
    return undefined
  }
}
