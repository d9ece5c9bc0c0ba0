import { isIP } from 'node:net'
import type { Env } from '../runtime/env.ts'
import { StartupError } from '../runtime/startup-error.ts'

export type ProxySettings = {
  /** Behind a proxy that sets X-Forwarded-For: its address, or `true` for the nearest hop. */
  trustProxy: boolean | string
  /** The header of that proxy with the country of a visitor's network, in small letters. Absent: not known. */
  countryHeader?: string
}

export const proxySettings = (env: Env): ProxySettings => ({
  trustProxy: trustProxyOf(env['TRUST_PROXY']),
  ...countryHeaderOf(env),
})

const NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** TRUST_PROXY: `true` for the nearest hop, or addresses and networks with commas between them. */
function trustProxyOf(text = ''): boolean | string {
  if (text === '' || text === 'false') return false
  if (text === 'true') return true
  if (text.split(',').every((part) => NAMES.has(part.trim()) || isNetwork(part.trim()))) return text
  throw new StartupError(
    `TRUST_PROXY must be the address or the network of the proxy, like 127.0.0.1 or 10.0.0.0/8, or true, not "${text}".`,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Without a proxy the visitor would write the header. */
function countryHeaderOf({ COUNTRY_HEADER: header, TRUST_PROXY: proxy }: Env): { countryHeader?: string } {
  if (!header) return {}
  if (!/^[\w-]+$/.test(header)) throw new StartupError(`COUNTRY_HEADER must be the name of a header, not "${header}".`)
  if (!proxy) throw new StartupError('COUNTRY_HEADER needs TRUST_PROXY: without a proxy the visitor writes the header.')
  return { countryHeader: header.toLowerCase() }
}
