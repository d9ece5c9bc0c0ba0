import { createHash } from 'node:crypto'
import { eachText } from './files.ts'

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
const STYLE_ATTRIBUTE = /<[a-z][^>]*\sstyle="/
const DATA_BLOCK = /type="(?:application\/ld\+json|application\/json)"/
const GATEWAYS = ['https://test.payu.in', 'https://secure.payu.in', 'https://test.ccavenue.com', 'https://secure.ccavenue.com']

export type InlineHashes = { scripts: string[]; styles: string[] }

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

/** Content-Security-Policy sources of everything inline in the pages: one policy for the whole site, because the router keeps the first page's (design 6). */
export async function inlineHashes(pages: readonly string[]): Promise<InlineHashes> {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  await eachText(pages, (html, page) => {
    for (const [, attributes = '', code = ''] of html.matchAll(INLINE_SCRIPT)) if (!DATA_BLOCK.test(attributes)) scripts.add(hashOf(code))
    for (const [, code = ''] of html.matchAll(INLINE_STYLE)) styles.add(hashOf(code))
    if (STYLE_ATTRIBUTE.test(html)) throw new Error(`${page} has a style attribute, which the content policy forbids`)
  })
  return { scripts: [...scripts].toSorted(), styles: [...styles].toSorted() }
}

/** Security headers of every page and file of the site. */
export function siteHeaders({ scripts, styles }: InlineHashes, siteUrl: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action 'self' ${GATEWAYS.join(' ')}`,
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
