import { KEPT_AS, KEPT_AT, keptStores, readKept, soundPath, writeKept, type KeptSound } from '#contract/offline.ts'

export type KeepFailure = 'full' | 'offline' | 'failed' | 'stopped'
export type KeptEntry = { path: string; at: number; sound: KeptSound }
export type KeptPage = { path: string; at: number; title: string; locale: string }
type Given = { address: string; sound: Omit<KeptSound, 'bytes'>; tell: (part: number) => void; signal: AbortSignal }

const storeOf = (kind: KeptSound['kind']) => (kind === 'sample' ? keptStores.samples : keptStores.tracks)
const atOf = ({ headers }: Response) => Number(headers.get(KEPT_AT))

/** Whether this browser has a worker of ours, or is about to: without one nothing that is kept would ever be heard. */
export async function canKeep(): Promise<boolean> {
  return typeof caches !== 'undefined' && (await navigator.serviceWorker?.getRegistration()) !== undefined
}

/** Fetches a sound whole and keeps it. Half a sound is none: a line that breaks leaves nothing behind. */
export async function keepSound({ address, sound, tell, signal }: Given): Promise<KeepFailure | undefined> {
  try {
    const response = await fetch(address, { signal })
    const bytes = Number(response.headers.get('content-length'))
    if (response.status !== 200 || !response.body || !(bytes > 0)) return 'failed'
    const headers = new Headers(response.headers)
    headers.set(KEPT_AS, writeKept({ ...sound, bytes }))
    headers.set(KEPT_AT, String(Date.now()))
    // Pages look for the store of samples to know whether anything is kept: it is made with either kind.
    await caches.open(keptStores.samples)
    const store = await caches.open(storeOf(sound.kind))
    await store.put(soundPath(address), new Response(response.body.pipeThrough(counted(bytes, tell)), { headers }))
    return undefined
  } catch (error) {
    return failureOf(error, signal)
  }
}

function counted(
  bytes: number,
  tell: (part: number) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let sent = 0
  return new TransformStream({
    transform(chunk, out) {
      sent += chunk.length
      tell(sent / bytes)
      out.enqueue(chunk)
    },
  })
}

/** A line that breaks in the middle has another name in each browser; a full disk and a store that is forbidden have one in all. */
function failureOf(error: unknown, signal?: AbortSignal): KeepFailure {
  if (signal?.aborted) return 'stopped'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  return name === 'SecurityError' ? 'failed' : 'offline'
}

/** What the player asks of a title before it plays, for the worker to answer with. */
export async function keepDetails(path: string, reply: object): Promise<KeepFailure | undefined> {
  try {
    await (await caches.open(keptStores.tracks)).put(path, Response.json(reply))
    return undefined
  } catch (error) {
    return failureOf(error)
  }
}

/** The title's page, and every script and style that listening may need. */
export async function keepPage(path: string): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ keep: path })
}

/** The browser may say no, and may then clear what is kept when its disk is full. */
export async function askToPersist(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}

export async function keptSounds(): Promise<KeptEntry[]> {
  const found = await Promise.all([keptStores.samples, keptStores.tracks].map(soundsIn))
  return found.flat().toSorted((a, b) => b.at - a.at)
}

/** Opening a store would make it: pages look for it to know whether anything is kept. */
async function soundsIn(name: string): Promise<KeptEntry[]> {
  if (typeof caches === 'undefined' || !(await caches.has(name))) return []
  const store = await caches.open(name)
  const entries = (await store.keys()).map(async ({ url }): Promise<KeptEntry[]> => {
    const response = await store.match(url, { ignoreVary: true })
    const sound = readKept(response?.headers.get(KEPT_AS) ?? null)
    return response && sound ? [{ path: soundPath(url), at: atOf(response), sound }] : []
  })
  return (await Promise.all(entries)).flat()
}

export async function dropSound({ path, sound }: KeptEntry): Promise<void> {
  await (await caches.open(storeOf(sound.kind))).delete(path, { ignoreVary: true })
}

export async function dropSounds(): Promise<void> {
  await Promise.all([keptStores.samples, keptStores.tracks].map((name) => caches.delete(name)))
}

/** Pages that were visited, the newest first. */
export async function keptPages(): Promise<KeptPage[]> {
  if (typeof caches === 'undefined') return []
  const store = await caches.open(keptStores.pages)
  const pages = await Promise.all((await store.keys()).map(({ url }) => pageAt(store, url)))
  return pages.flat().toSorted((a, b) => b.at - a.at)
}

async function pageAt(store: Cache, url: string): Promise<KeptPage[]> {
  const response = await store.match(url, { ignoreVary: true })
  if (!response) return []
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return [{ path: new URL(url).pathname, at: atOf(response), title: page.title, locale: page.documentElement.lang }]
}
