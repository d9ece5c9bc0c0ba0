import type { IncomingMessage } from 'node:http'
import aws4 from 'aws4'

type Keys = { accessKey: string; secretKey: string; region: string }

/** Amazon's limit for addresses that are signed in their query. */
const MAX_SECONDS = 7 * 86_400

/** The fault of an address that is signed in its query (SigV4), made anew by aws4; undefined when it is the same. */
export function faultOfPresigned(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  { accessKey, secretKey, region }: Keys,
  now: number,
): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://store.test')
  const value = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  const [id, day = '', where] = value('Credential').split('/')
  if (id !== accessKey) return 'InvalidAccessKeyId'
  if (where !== region || value('Algorithm') !== 'AWS4-HMAC-SHA256' || value('SignedHeaders') !== 'host')
    return 'AuthorizationQueryParametersError'
  const since = Date.parse(value('Date').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const seconds = Number(value('Expires'))
  if (!value('Date').startsWith(day) || !(seconds >= 1 && seconds <= MAX_SECONDS))
    return 'AuthorizationQueryParametersError'
  if (!(since <= now + 900_000 && now <= since + seconds * 1000)) return 'AccessDenied'
  const signature = value('Signature')
  for (const name of ['Signature', 'Credential', 'Algorithm', 'SignedHeaders']) searchParams.delete(`X-Amz-${name}`)
  const { path = '' } = aws4.sign(
    {
      method,
      path: `${pathname}?${searchParams}`,
      service: 's3',
      region,
      signQuery: true,
      headers: { host: String(headers.host) },
    },
    { accessKeyId: accessKey, secretAccessKey: secretKey },
  )
  return new URL(path, 'http://store.test').searchParams.get('X-Amz-Signature') === signature
    ? undefined
    : 'SignatureDoesNotMatch'
}
