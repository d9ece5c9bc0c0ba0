import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type Call } from '../../src/client/call.ts'
import { LONGEST_WAIT } from '../../src/contract/catalog/bulk.ts'
import { endpoints } from '#contract/http/endpoints.ts'

/** Changes that come within this time are published together. */
const BATCH_MS = 1_000
/** Before the API is asked again after a fault. */
const RETRY_MS = 1_000

type Watch = { apiUrl: string; minutes: number; signal?: AbortSignal | undefined; work: () => Promise<void> }

/**
 * Repeats the work: a second after the API announces a change of the catalog, and after this many minutes in any case, because
 * an API that is away announces nothing.
 */
export async function watchCatalog({ apiUrl, minutes, signal, work }: Watch): Promise<void> {
  const call = createClient({ base: apiUrl, attempts: 1 })
  let since: string | undefined
  while (!signal?.aborted) {
    // The revision before the work: what changes while it runs is announced afterwards.
    since ??= await revisionNow(call)
    await work()
    since = await nextChange(call, since, minutes * 60_000, signal)
  }
}

async function revisionNow(call: Call): Promise<string | undefined> {
  const reply = await call(endpoints.bulkChanges, { wait: 0 })
  return reply.ok ? reply.value.revision : undefined
}

/** Waits for a change and returns its revision; undefined when the time was over before. */
async function nextChange(
  call: Call,
  since: string | undefined,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const pause = (time: number) => wait(time, undefined, { signal }).catch(() => undefined)
  const end = Date.now() + milliseconds
  for (let left = milliseconds; left > 0 && !signal?.aborted; left = end - Date.now()) {
    if (since === undefined || left < 1_000) {
      await pause(left)
      return undefined
    }
    const seconds = Math.min(LONGEST_WAIT, Math.floor(left / 1_000))
    const reply = await call(endpoints.bulkChanges, { since, wait: seconds }, signal)
    if (!reply.ok) {
      await pause(Math.min(RETRY_MS, left))
      continue
    }
    if (reply.value.is_complete && reply.value.is_unchanged) continue
    await pause(BATCH_MS)
    // Of before the pause: what came during it is announced once more, and costs one look.
    return reply.value.revision
  }
  return undefined
}
