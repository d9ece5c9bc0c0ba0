import { lookup } from 'node:dns/promises'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** `maxMs`: for all of it; a server that sends byte by byte is given up. */
type DownloadOptions = { allowsPrivate: boolean; maxBytes: number; maxMs?: number }
/** Without a byte. */
const SILENT_MS = 30_000
const MAX_MS = 60_000
const MAX_REDIRECTS = 5

/** Addresses of the own machine and network, which a feed must not make the shop read. */
const PRIVATE = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv4')
for (const [address, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, bits, 'ipv6')

export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  return version === 0 || PRIVATE.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Writes what an address answers into a file; a string result is the reason why not. Redirects are checked too. */
export async function download(address: string, file: string, options: DownloadOptions): Promise<undefined | string> {
  const signal = AbortSignal.timeout(options.maxMs ?? MAX_MS)
  let url = URL.parse(address)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    if (!url || !/^https?:$/.test(url.protocol)) return 'noAddress'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const found = await lookup(host).catch(() => undefined)
    if (!found) return 'noHost'
    if (!options.allowsPrivate && isPrivateAddress(found.address)) return 'privateAddress'
    const answer = await open(url, found, signal).catch(() => undefined)
    if (!answer) return 'noAnswer'
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      answer.destroy()
      url = URL.parse(headers.location, url)
      continue
    }
    if (statusCode === 200) return save(answer, file, options.maxBytes, signal)
    answer.destroy()
    return 'noAnswer'
  }
  return 'noAnswer'
}

/** Connects to the address that was checked, so that a second answer of the name server changes nothing. */
function open(
  url: URL,
  { address, family }: { address: string; family: number },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        signal,
        timeout: SILENT_MS,
        lookup: (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
      },
      resolve,
    )
    request.on('timeout', () => request.destroy(new Error('timeout'))).on('error', reject)
    request.end()
  })
}

async function save(
  answer: IncomingMessage,
  file: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<undefined | string> {
  let bytes = 0
  const limit = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      done(bytes > maxBytes ? new Error('tooLarge') : null, piece)
    },
  })
  return pipeline(answer, limit, createWriteStream(file), { signal }).then(
    () => undefined,
    () => (bytes > maxBytes ? 'tooLarge' : 'noAnswer'),
  )
}

/** Works on a downloaded file, which is gone afterwards. A string result is the reason why there is none. */
export async function fetchFile<Result>(
  address: string,
  options: DownloadOptions,
  work: (file: string) => Promise<Result>,
): Promise<Result | string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-fetch-'))
  try {
    const file = join(folder, 'file')
    return (await download(address, file, options)) ?? (await work(file))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
