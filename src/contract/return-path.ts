import { define } from 'superstruct'

/** What a return path may consist of: a path of this site, spelled plainly. Nothing that a browser could read as another host (case 63). */
const PLAIN = /^\/(?![/\\])[\w\-.~%/?=&+:@!$'()*,;#]*$/
/** Pages that would send the listener round in a circle. */
const CIRCLE = /^(?:\/mr)?\/(?:sign-in|registration|sign-up|reset-password|logout)(?:\/|$)/

/** Part of a call: what is no path of this site is refused there too. */
export const ReturnPath = define<string>('ReturnPath', (value) => typeof value === 'string' && returnPath(value) !== undefined)

/** Where to go back to after signing in, as an address tells it; undefined when it leads elsewhere (SI-7). */
export function returnPath(wanted: string | null): string | undefined {
  if (!wanted || wanted.length > 2_000 || !PLAIN.test(wanted)) return undefined
  // A slash that is spelled otherwise must not become the second one on some later host.
  if (/^\/(?:%2f|%5c)/i.test(wanted)) return undefined
  // Browsers take dots out of a path first: /..//evil.test begins with two slashes then.
  const { pathname } = new URL(wanted, 'https://shop.invalid')
  return pathname.startsWith('//') || CIRCLE.test(pathname) ? undefined : wanted
}
