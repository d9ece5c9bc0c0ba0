/** Where a browser may be sent to pay, whatever the server says: hosts of the gateways and, on our own, two paths. */

/** Take forms; the content policy of the pages names them too. */
export const FORM_ORIGINS = ['https://test.payu.in', 'https://secure.payu.in', 'https://test.ccavenue.com', 'https://secure.ccavenue.com'] as const
const PAYPAL = /^https:\/\/(?:[a-z0-9-]+\.)*paypal\.com$/
/** The page that leads to CCAvenue, and the sandbox of the demo. */
const OWN_PATHS = /^\/(?:order\/ccavenue-pay|dev\/pay)\/[\w\-./]+$/

/** `own`: origin of the shop. A path that a browser would read otherwise has been read by then. */
function parse(address: string, own: string): URL | undefined {
  if (!URL.canParse(address, own)) return undefined
  const url = new URL(address, own)
  return url.username || url.password ? undefined : url
}

const isOwn = ({ origin, pathname }: URL, own: string): boolean => origin === own && OWN_PATHS.test(pathname)

/** May a form of payment be posted there? */
export function mayPostTo(address: string, own: string): boolean {
  const url = parse(address, own)
  return url !== undefined && (FORM_ORIGINS.some((origin) => origin === url.origin) || isOwn(url, own))
}

/** May a browser be led there to pay? */
export function mayLeadTo(address: string, own: string): boolean {
  const url = parse(address, own)
  return url !== undefined && (PAYPAL.test(url.origin) || isOwn(url, own))
}
