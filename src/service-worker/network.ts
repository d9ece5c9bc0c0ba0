/** On a slower line what is saved is shown. */
const NETWORK_TIMEOUT_MS = 3_000

export const isServerError = ({ status }: Response): boolean => status >= 500

/** Undefined: the request failed. */
export const inTime = (fresh: Promise<Response>): Promise<Response | 'slow' | undefined> =>
  Promise.race([
    fresh.catch(() => undefined),
    new Promise<'slow'>((resolve) => {
      setTimeout(() => resolve('slow'), NETWORK_TIMEOUT_MS)
    }),
  ])
