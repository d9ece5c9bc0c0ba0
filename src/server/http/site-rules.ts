/** What every host of the published pages does alike: the bundled one and those that get rule files (scripts/publish/host/rules.ts). */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
export const ASK_AGAIN = 'public, max-age=0, must-revalidate'
/** Of the service worker: a browser that never asks again could never be freed of it. */
export const WORKER = { path: '/sw.js', cache: 'no-cache' }
/** Of pages whose address or content is a listener's own (protocols 6). */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
/** Files of a publication that are for hosts and the next build. */
export const FOR_HOSTS = ['manifest.json', 'facts.json', 'digests.json', '_headers', '_redirects', 'nginx.conf']
