import { ASK_AGAIN, FOR_HOSTS, IMMUTABLE, PRIVATE_HEADERS, WORKER } from '../../../src/server/http/site-rules.ts'
import { privatePaths, type Rewrite } from './rules.ts'

/** Addresses that a redirect would turn into those of another site: browsers read `//name` and `/\\name` as one. */
const TRICK = String.raw`if ($request_uri ~ "^[^?]*(?://|\\\\)") { return 404; }`
/** One form of trailing slash, for a path that names no file. Made of the address as it was sent: a decoded one would be another address. */
const SLASH = String.raw`if ($request_uri ~ "^(?![^?]*\.\w+(?:\?|$))([^?]*[^/?])(\?.*)?$") { return 301 $1/$2; }`
/** What is left without a slash below a shell looks like a file, and there is none. */
const NO_FILE = String.raw`if ($request_uri ~ "^[^?]*[^/?](?:\?|$)") { return 404; }`
const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`

/**
 * The rules of a publication for nginx: to be included in a server block whose root is the folder `current`. Headers stand in
 * variables, because a location with one `add_header` of its own forgets all others.
 */
export function nginxFile(rules: readonly Rewrite[], headers: Record<string, string>): string {
  const { 'referrer-policy': referrer = 'no-referrer', ...others } = headers
  const isPrivate = new Set(privatePaths())
  const own = `set $shop_cache ${quoted(PRIVATE_HEADERS['cache-control'])}; set $shop_referrer ${quoted(PRIVATE_HEADERS['referrer-policy'])};`
  const location = (path: string, shell?: string) =>
    `location ${path} { ${isPrivate.has(path) ? `${own} ` : ''}${TRICK} ${SLASH} ${shell ? `${NO_FILE} ` : ''}try_files $uri ${'$'}{uri}index.html ${shell ?? '=404'}; }`
  const shells = new Map(rules.map(({ from, to }) => [from, to]))
  return [
    `# Written by each publication. Include it in a server block; reload nginx after an update of the shop: the content policy is made of its scripts.`,
    'charset utf-8;',
    'charset_types text/css application/javascript application/json application/xml text/xml image/svg+xml;',
    'gzip_static on;',
    'gzip_vary on;',
    'absolute_redirect off;',
    'server_tokens off;',
    'error_page 404 /404.html;',
    `set $shop_cache ${quoted(ASK_AGAIN)};`,
    `set $shop_referrer ${quoted(referrer)};`,
    'add_header cache-control $shop_cache always;',
    'add_header referrer-policy $shop_referrer always;',
    ...Object.entries(others).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`),
    ...FOR_HOSTS.flatMap((file) => ['', '.br', '.gz'].map((twin) => `location = /${file}${twin} { return 404; }`)),
    'location = /404.html { internal; }',
    `location ^~ /_a/ { set $shop_cache ${quoted(IMMUTABLE)}; }`,
    `location = ${WORKER.path} { set $shop_cache ${quoted(WORKER.cache)}; }`,
    // Not among the types that nginx knows.
    'location ~ \\.webmanifest$ { types { } default_type application/manifest+json; }',
    location('/'),
    ...[...shells].map(([from, to]) => location(from, to)),
    ...[...isPrivate].filter((path) => !shells.has(path)).map((path) => location(path)),
    '',
  ].join('\n')
}
