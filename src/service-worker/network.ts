import { literal, type } from 'superstruct'

/** On a slower line what is saved is shown. */
const NETWORK_TIMEOUT_MS = 3_000

export const isServerError = ({ status }: Response): boolean => status >= 500

const SHOP_REFUSAL = type({ fault: literal('noAccess') })

/** A filter of the network answers 403 too, with a page of its own, and says nothing about what the listener may hear. */
export async function isForeignRefusal(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return !SHOP_REFUSAL.is(body)
}

/** Undefined: the request failed. */
export const inTime = (fresh: Promise<Response>): Promise<Response | 'slow' | undefined> =>
  Promise.race([
    fresh.catch(() => undefined),
    new Promise<'slow'>((resolve) => {
      setTimeout(() => resolve('slow'), NETWORK_TIMEOUT_MS)
    }),
  ])
