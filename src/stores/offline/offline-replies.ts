import { call } from '#client/browser-call.ts'
import { addressOf } from '#client/call.ts'
import { saveReply, type SaveFailure } from '#client/offline/offline-copies.ts'
import { productDetails } from '#contract/catalog/catalog.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { trackPauses } from '#contract/listening/pauses.ts'
import { transcripts } from '#contract/transcripts/transcripts.ts'

/** What the player asks about a track beside its sound. Nobody may have measured it yet, and it may have no text. */
const TRACK_CALLS = [trackPauses, transcripts] as const

/** Keys of what is saved with a track, and with a title. */
export const trackPaths = (id: number): string[] => TRACK_CALLS.map((endpoint) => addressOf(endpoint, { id }).path)
export const detailsPath = (id: number): string => addressOf(productDetails, { id }).path

export async function saveTrackReplies(id: number): Promise<SaveFailure | undefined> {
  for (const endpoint of TRACK_CALLS) {
    const result = await call<(typeof TRACK_CALLS)[number]>(endpoint, { id })
    const failure = result.ok && (await saveReply(addressOf(endpoint, { id }).path, result.value))
    if (failure) return failure
  }
  return undefined
}

export const saveTitleReply = (id: number, details: ReplyOf<typeof productDetails>): Promise<SaveFailure | undefined> =>
  saveReply(detailsPath(id), details)
