import { FORM_ORIGINS } from '../../../src/contract/payments.ts'

/** Content-Security-Policy sources of all inline scripts and styles. One policy for the whole site, because the client router keeps that of the first page. */
type InlineHashes = { scripts: string[]; styles: string[] }

export function inlineHashes(inline: Iterable<string>): InlineHashes {
  const all = [...new Set(inline)].toSorted()
  const of = (kind: string) => all.filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1))
  return { scripts: of('script'), styles: of('style') }
}

/** What the addresses of a shop allow its pages. `mediaOrigin`: where sound comes from, when that is another origin. */
export type Addresses = { siteUrl: string; mediaOrigin?: string | undefined }

/** Security headers of every page and file of the site. The service worker has them too, and fetches sound by `connect-src`. */
export function siteHeaders(
  { scripts, styles }: InlineHashes,
  { siteUrl, mediaOrigin }: Addresses,
): Record<string, string> {
  const media = mediaOrigin ? ` ${new URL(mediaOrigin).origin}` : ''
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${media}`,
    "worker-src 'self'",
    `media-src 'self' blob:${media}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action 'self' ${FORM_ORIGINS.join(' ')}`,
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(self), geolocation=(self), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
