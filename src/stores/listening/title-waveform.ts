import { call } from '#client/browser-call.ts'
import { productDetails } from '#contract/catalog/catalog.ts'

const known = new Map<number, readonly number[]>()

/** Loudness of the sample of a title in steps from 0 to 100; empty where there is none, or where the server does not answer before `stop`. */
export async function waveformOf(titleId: number | undefined, stop?: AbortSignal): Promise<readonly number[]> {
  if (titleId === undefined) return []
  const saved = known.get(titleId)
  if (saved) return saved
  const result = await call(productDetails, { id: titleId }, stop)
  if (!result.ok) return []
  const waveform = result.value.product_details[0]?.sampletracks?.[0]?.waveform ?? []
  known.set(titleId, waveform)
  return waveform
}
