import { isAudioLoaded } from '#client/audio/audio-loaded.ts'
import { savesData } from '#client/offline/data-saver.ts'
import { knownAddress, replaceAddress, sampleAddress, type Found } from '../samples.ts'
import { waveformOf } from '../title-waveform.ts'

/**
 * The sound of what comes next: its address is asked for while the sample before it plays, and its bytes come once all of that one
 * have. They count as long as the address does, and are dropped when something else comes next.
 */
type Ahead = { mapUrl: string; found: Found; stop: AbortController; state: 'waiting' | 'fetching' | 'here' }

/** Samples are minutes long; what is longer is left to the audio element, which asks for a part. */
const MOST_BYTES = 4_000_000
const SLOW_LINES: readonly unknown[] = ['slow-2g', '2g']

let next: Ahead | undefined
/** Local addresses by sample, with what the server had given for it. */
const local = new Map<string, { address: string; found: Found }>()

/** `playing`: the sample before it, whose sound stays. */
export async function fetchAhead(mapUrl: string, titleId: number, playing: string): Promise<void> {
  void waveformOf(titleId)
  const found = await sampleAddress(mapUrl)
  if (!found.ok || next?.found.address === found.address) return
  next?.stop.abort()
  dropOthers([mapUrl, playing])
  next = { mapUrl, found, stop: new AbortController(), state: local.has(mapUrl) ? 'here' : 'waiting' }
  await fetchBytes()
}

/** Called whenever more of what plays has arrived. */
export async function fetchBytes(): Promise<void> {
  if (next?.state !== 'waiting' || !isAudioLoaded() || !mayFetch()) return
  const mine = next
  mine.state = 'fetching'
  const bytes = await bytesAt(mine.found.address, mine.stop.signal).catch(() => undefined)
  if (!bytes || next !== mine) return
  const address = URL.createObjectURL(bytes)
  local.set(mine.mapUrl, { address, found: mine.found })
  replaceAddress(mine.mapUrl, { ...mine.found, address })
  mine.state = 'here'
}

/** It can be played without any line. */
export function isHere(mapUrl: string): boolean {
  const here = local.get(mapUrl)
  return here !== undefined && knownAddress(mapUrl)?.address === here.address
}

const mayFetch = (): boolean => !savesData() && !SLOW_LINES.includes(navigator.connection?.effectiveType)

async function bytesAt(address: string, signal: AbortSignal): Promise<Blob | undefined> {
  const response = await fetch(address, { signal })
  if (!response.ok || Number(response.headers.get('content-length')) > MOST_BYTES) {
    await response.body?.cancel()
    return undefined
  }
  return response.blob()
}

function dropOthers(wanted: readonly string[]): void {
  for (const [mapUrl, { address, found }] of local) {
    if (wanted.includes(mapUrl)) continue
    local.delete(mapUrl)
    if (knownAddress(mapUrl)?.address === address) replaceAddress(mapUrl, found)
    URL.revokeObjectURL(address)
  }
}
