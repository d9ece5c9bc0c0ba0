/**
 * Encrypts the session for local storage [SH-15]. The key is not extractable and lives in IndexedDB of this browser, so a copy of the
 * storage is worthless. It gives no protection from a script inside the page, which is the task of the content security policy.
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

/** Two tabs may create the key at once: within one transaction the later tab finds the key of the earlier one. */
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

/** Undefined without Web Crypto (plain http on another machine) or with forbidden storage. */
export async function encrypt(text: string): Promise<string | undefined> {
  try {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const locked = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await theKey(), new TextEncoder().encode(text))
    return [iv, new Uint8Array(locked)].map((bytes) => btoa(String.fromCharCode(...bytes))).join('.')
  } catch {
    return undefined
  }
}

/** Undefined for any text that was not encrypted here. */
export async function decrypt(sealed: string): Promise<string | undefined> {
  try {
    const [iv, locked] = sealed.split('.').map((part) => Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0)))
    if (!iv || !locked) return undefined
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await theKey(), locked))
  } catch {
    return undefined
  }
}
