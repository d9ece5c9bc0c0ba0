import { addressOf, allOrNone, numberOf, switchOf, type Env } from '../../runtime/env.ts'
import { StartupError } from '../../runtime/startup-error.ts'
import { DELIVERIES, type DeliveryName } from './delivery.ts'
import type { S3Settings } from './s3-client.ts'

export type MediaSettings = {
  /** Lifetime of a signed address of audio or of a document. */
  mediaSeconds: number
  /** Absent: media are stored under `dataDir`. */
  s3?: S3Settings
  /** Who sends the bytes of media. */
  mediaDelivery: DeliveryName
}

export function mediaSettings(env: Env): MediaSettings {
  const s3 = s3Of(env)
  return {
    mediaSeconds: numberOf('MEDIA_SECONDS', env['MEDIA_SECONDS'] || '900', 5, 3600),
    ...(s3 && { s3 }),
    mediaDelivery: deliveryOf(env, s3 !== undefined),
  }
}

function s3Of(env: Env): S3Settings | undefined {
  const { S3_PUBLIC_ENDPOINT: publicEndpoint } = env
  const settings = allOrNone(env, {
    endpoint: 'S3_ENDPOINT',
    bucket: 'S3_BUCKET',
    region: 'S3_REGION',
    accessKey: 'S3_ACCESS_KEY',
    secretKey: 'S3_SECRET_KEY',
  })
  if (!settings && publicEndpoint) throw new StartupError('S3_PUBLIC_ENDPOINT needs the five S3_ settings.')
  return (
    settings && {
      ...settings,
      endpoint: addressOf('S3_ENDPOINT', settings.endpoint),
      ...(publicEndpoint && { publicEndpoint: addressOf('S3_PUBLIC_ENDPOINT', publicEndpoint) }),
      pathStyle: switchOf(env, 'S3_PATH_STYLE'),
    }
  )
}

/** Throws when the other server is missing: listeners would get empty sound. */
function deliveryOf(env: Env, hasS3: boolean): DeliveryName {
  const text = env['MEDIA_DELIVERY'] || 'through'
  const name = DELIVERIES.find((one) => one === text)
  if (!name) throw new StartupError(`MEDIA_DELIVERY must be one of ${DELIVERIES.join(', ')}, not "${text}".`)
  if (name === 'redirect' && !hasS3)
    throw new StartupError('MEDIA_DELIVERY=redirect needs the five S3_ settings: it leads to that store.')
  if (name === 'nginx' && hasS3)
    throw new StartupError('MEDIA_DELIVERY=nginx reads media from the disk: unset the S3_ settings, or use redirect.')
  if (name === 'nginx' && !env['TRUST_PROXY'])
    throw new StartupError('MEDIA_DELIVERY=nginx needs nginx in front, and TRUST_PROXY with its address.')
  return name
}
