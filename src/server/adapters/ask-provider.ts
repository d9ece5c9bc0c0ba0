/** A request to the server of a provider: a redirect counts as a failure, and so does an answer after `timeoutMs`. Rejects as `fetch` does. */
export const askProvider = (url: string | URL, timeoutMs: number, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
