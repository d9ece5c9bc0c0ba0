import {
  ASK_AGAIN,
  FOR_HOSTS,
  IMMUTABLE,
  NOT_FOUND,
  notFoundTrees,
  PRIVATE_HEADERS,
  WORKER,
} from '../../../src/server/http/site/site-rules.ts'
import { privatePaths, type Rewrite } from './rules.ts'

/** A redirect would turn these into addresses of another site: browsers read `//name` and `/\\name` alike. */
const REFUSE_DOUBLE_SLASH = String.raw`if ($request_uri ~ "^[^?]*(?://|\\\\)") { return 404; }`
/** Adds the trailing slash to paths that are not files. Uses the undecoded address: a decoded one could be another address. */
const ADD_TRAILING_SLASH = String.raw`if ($request_uri ~ "^(?![^?]*\.\w+(?:\?|$))([^?]*[^/?])(\?.*)?$") { return 301 $1/$2; }`
/** A path without a slash below a shell is a file that does not exist. */
const MISSING_FILE = String.raw`if ($request_uri ~ "^[^?]*[^/?](?:\?|$)") { return 404; }`
/** The page of the language for unknown paths; none of them is a page that answers 200. */
const NOT_FOUND_PAGES = [
  `set $shop_missing /${NOT_FOUND};`,
  ...notFoundTrees.map(({ tree, file }) => `if ($request_uri ~ "^${tree}") { set $shop_missing /${file}; }`),
  'error_page 404 $shop_missing;',
  `location = /${NOT_FOUND} { internal; }`,
  ...notFoundTrees.flatMap(({ path, file }) => [
    `location = /${file} { internal; }`,
    `location = ${path} { return 404; }`,
  ]),
]
const quoted = (text: string) => `"${text.replaceAll('"', '\\"')}"`

/**
 * The nginx rules of a publication, to be included in a server block whose root is the folder `current`. Headers are set by
 * variables, because a location with an own `add_header` drops all inherited ones.
 */
export function nginxFile(rules: readonly Rewrite[], headers: Record<string, string>): string {
  const { 'referrer-policy': referrer = 'no-referrer', ...others } = headers
  const isPrivate = new Set(privatePaths())
  const privateVariables = `set $shop_cache ${quoted(PRIVATE_HEADERS['cache-control'])}; set $shop_referrer ${quoted(PRIVATE_HEADERS['referrer-policy'])};`
  const location = (path: string, shell?: string) =>
    `location ${path} { ${isPrivate.has(path) ? `${privateVariables} ` : ''}${REFUSE_DOUBLE_SLASH} ${ADD_TRAILING_SLASH} ${shell ? `${MISSING_FILE} ` : ''}try_files $uri ${'$'}{uri}index.html ${shell ?? '=404'}; }`
  const shells = new Map(rules.map(({ from, to }) => [from, to]))
  return [
    '# Written by each publication. Include it in a server block; reload nginx when they change (`scripts/deploy/systemd`): the content policy contains hashes of scripts and styles.',
    'charset utf-8;',
    'charset_types text/css application/javascript application/json application/xml text/xml image/svg+xml;',
    'gzip_static on;',
    'gzip_vary on;',
    'absolute_redirect off;',
    'server_tokens off;',
    ...NOT_FOUND_PAGES,
    `set $shop_cache ${quoted(ASK_AGAIN)};`,
    `set $shop_referrer ${quoted(referrer)};`,
    'add_header cache-control $shop_cache always;',
    'add_header referrer-policy $shop_referrer always;',
    ...Object.entries(others).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`),
    ...FOR_HOSTS.flatMap((file) =>
      ['', '.br', '.gz'].map((extension) => `location = /${file}${extension} { return 404; }`),
    ),
    `location ^~ /_a/ { set $shop_cache ${quoted(IMMUTABLE)}; }`,
    `location = ${WORKER.path} { set $shop_cache ${quoted(WORKER.cache)}; }`,
    // nginx does not know this type.
    'location ~ \\.webmanifest$ { types { } default_type application/manifest+json; }',
    location('/'),
    ...[...shells].map(([from, to]) => location(from, to)),
    ...[...isPrivate].filter((path) => !shells.has(path)).map((path) => location(path)),
    '',
  ].join('\n')
}
