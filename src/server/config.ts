import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brand } from '#brand/brand.ts'
import { passwordPolicies, type PasswordPolicy } from '#contract/accounts.ts'
import type { S3Settings } from './adapters/media/s3-client.ts'
import { operationSettings, type OperationSettings } from './operations/settings.ts'
import { makeDataFolder } from './runtime/data-folder.ts'
import { addressOf, numberOf, together, type Env } from './runtime/env.ts'
import { codeOf, messageOf, StartupError } from './runtime/startup-error.ts'

export type Config = OperationSettings & {
  mode: 'demo' | 'production'
  host: string
  port: number
  /** A socket that systemd holds: while a process is started anew calls wait, and none is refused. */
  fd?: number
  /** Absolute. Database, media, secrets and the maintenance file lie in it. */
  dataDir: string
  /** Absent: the embedded PostgreSQL under `dataDir`. */
  databaseUrl?: string
  siteUrl: string
  apiUrl: string
  /** Signs media addresses. */
  mediaSecret: string
  /** Life of an address of sound or of a document. */
  mediaSeconds: number
  /** Absent: media lie under `dataDir`. */
  s3?: S3Settings
  /** Signs the challenges of the human check. */
  humanSecret: string
  /** Locks what waits to be sent, and marks codes and addresses. */
  vaultSecret: string
  /** Absent: mails go to the demo's outbox. */
  smtpUrl?: string
  mailFrom: string
  /** Absent: no text messages in production; the demo has its outbox. */
  msg91?: { authKey: string; otpFlow: string }
  passwordPolicy: PasswordPolicy
  /** Absent: no sign-in by this provider; in a demo the sandbox stands in for both. */
  googleClientId?: string
  facebook?: { appId: string; appSecret: string }
  /** Absent: no payment by this gateway; in a demo without any a sandbox stands in for the three. */
  payu?: { key: string; salt: string }
  ccavenue?: { merchantId: string; accessCode: string; workingKey: string }
  paypal?: { clientId: string; secret: string; merchantId: string; webhookId: string }
  /** False: the vendors' test hosts. */
  paymentsLive: boolean
  /** Behind a proxy that sets X-Forwarded-For: its address, or `true` for the nearest hop. */
  trustProxy: boolean | string
  logLevel: string
  /** Replies are checked against their rows: for development, as it doubles the work. */
  checkReplies: boolean
}

/** By the protocol of sd_listen_fds(3). */
const FIRST_SOCKET = 3

/** Reads the environment once. Throws a `StopReason` that names every variable at fault. */
export function readConfig(env: Env = process.env): Config {
  const mode = env['SHOP_MODE'] || 'demo'
  if (mode !== 'demo' && mode !== 'production')
    throw new StartupError(`SHOP_MODE must be "demo" or "production", not "${mode}".`)
  const addresses = readAddresses(env)
  if (mode === 'production') refuseGaps(env)
  const { dataDir } = addresses
  makeDataFolder(dataDir)
  return {
    mode,
    host: env['HOST'] || '127.0.0.1',
    ...addresses,
    ...(env['LISTEN_FDS'] === '1' && env['LISTEN_PID'] === String(process.pid) && { fd: FIRST_SOCKET }),
    ...(env['DATABASE_URL'] && { databaseUrl: env['DATABASE_URL'] }),
    mediaSecret: env['MEDIA_SECRET'] || keptSecret(dataDir, 'media'),
    mediaSeconds: numberOf('MEDIA_SECONDS', env['MEDIA_SECONDS'] || '900', 5, 3600),
    ...s3Of(env),
    humanSecret: env['HUMAN_SECRET'] || keptSecret(dataDir, 'human'),
    vaultSecret: env['VAULT_SECRET'] || keptSecret(dataDir, 'encryption'),
    ...(env['SMTP_URL'] && { smtpUrl: smtpOf(env['SMTP_URL']) }),
    mailFrom: senderOf(env['MAIL_FROM'] || `${brand.name.en} <${brand.contact.email}>`),
    passwordPolicy: policyOf(env['PASSWORD_POLICY'] || 'usual'),
    ...(env['GOOGLE_CLIENT_ID'] && { googleClientId: env['GOOGLE_CLIENT_ID'] }),
    ...facebookOf(env),
    ...msg91Of(env),
    ...gatewaysOf(env),
    paymentsLive: liveOf(env['PAYMENTS'] || (mode === 'production' ? 'live' : 'test'), mode),
    trustProxy: env['TRUST_PROXY'] === 'true' || env['TRUST_PROXY'] || false,
    ...operationSettings(env),
    logLevel: env['LOG_LEVEL'] || (mode === 'production' ? 'info' : 'warn'),
    checkReplies: env['CHECK_REPLIES'] === 'true',
  }
}

/** Where the shop is and keeps its things: what a build needs to know of the settings. Throws a `StopReason`. */
export function readAddresses(env: Env = process.env): Pick<Config, 'port' | 'dataDir' | 'siteUrl' | 'apiUrl'> {
  const port = portOf(env['PORT'] || undefined)
  const siteUrl = addressOf('SITE_URL', env['SITE_URL'] || `http://localhost:${port}`)
  return {
    port,
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    siteUrl,
    apiUrl: addressOf('API_URL', env['API_URL'] || siteUrl),
  }
}

function portOf(text = '4321'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StartupError(`PORT must be a number from 0 to 65535, not "${text}".`)
}

/** The password in it stays out of what is said. */
function smtpOf(text: string): string {
  if (URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text)) return text
  throw new StartupError('SMTP_URL must be smtp://user:password@host:port or smtps://….')
}

function senderOf(text: string): string {
  if (/^(?:[^<>"\r\n]* )?<?[^\s<>@,]+@[^\s<>@,]+>?$/.test(text)) return text
  throw new StartupError(`MAIL_FROM must be an address, or a name and an address in <>, not "${text}".`)
}

function s3Of(env: Env): { s3?: S3Settings } {
  const given = together(env, {
    endpoint: 'S3_ENDPOINT',
    bucket: 'S3_BUCKET',
    region: 'S3_REGION',
    accessKey: 'S3_ACCESS_KEY',
    secretKey: 'S3_SECRET_KEY',
  })
  return given
    ? {
        s3: {
          ...given,
          endpoint: addressOf('S3_ENDPOINT', given.endpoint),
          pathStyle: env['S3_PATH_STYLE'] === 'true',
        },
      }
    : {}
}

function facebookOf({ FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret }: Env): {
  facebook?: { appId: string; appSecret: string }
} {
  if (appId && appSecret) return { facebook: { appId, appSecret } }
  if (appId || appSecret)
    throw new StartupError('FACEBOOK_APP_ID and FACEBOOK_APP_SECRET belong together: set both, or neither.')
  return {}
}

function msg91Of({ MSG91_AUTH_KEY: authKey, MSG91_OTP_FLOW: otpFlow }: Env): {
  msg91?: { authKey: string; otpFlow: string }
} {
  if (authKey && otpFlow) return { msg91: { authKey, otpFlow } }
  if (authKey || otpFlow)
    throw new StartupError('MSG91_AUTH_KEY and MSG91_OTP_FLOW belong together: set both, or neither.')
  return {}
}

/** A key of the demo in a real shop sells nothing. */
function realKeys<Names extends Record<string, string>>(
  env: Env,
  names: Names,
): { [Key in keyof Names]: string } | undefined {
  const odd = Object.values(names).find((name) => /sandbox/i.test(env[name] ?? ''))
  if (odd) throw new StartupError(`${odd} is a key of the demo's sandbox.`)
  return together(env, names)
}

function gatewaysOf(env: Env): Pick<Config, 'payu' | 'ccavenue' | 'paypal'> {
  const payu = realKeys(env, { key: 'PAYU_KEY', salt: 'PAYU_SALT' })
  const ccavenue = realKeys(env, {
    merchantId: 'CCAVENUE_MERCHANT_ID',
    accessCode: 'CCAVENUE_ACCESS_CODE',
    workingKey: 'CCAVENUE_WORKING_KEY',
  })
  const paypal = realKeys(env, {
    clientId: 'PAYPAL_CLIENT_ID',
    secret: 'PAYPAL_SECRET',
    merchantId: 'PAYPAL_MERCHANT_ID',
    webhookId: 'PAYPAL_WEBHOOK_ID',
  })
  return { ...(payu && { payu }), ...(ccavenue && { ccavenue }), ...(paypal && { paypal }) }
}

/** Test hosts take play money: whoever sells for real must not use them by mistake. */
function liveOf(text: string, mode: Config['mode']): boolean {
  if (text !== 'live' && text !== 'test') throw new StartupError(`PAYMENTS must be "live" or "test", not "${text}".`)
  if (text === 'test' && mode === 'production')
    throw new StartupError('PAYMENTS=test cannot be used with SHOP_MODE=production.')
  return text === 'live'
}

function policyOf(text: string): PasswordPolicy {
  if (text === 'usual' || text === 'hardened') return passwordPolicies[text]
  throw new StartupError(`PASSWORD_POLICY must be "usual" or "hardened", not "${text}".`)
}

const SECRETS = ['MEDIA_SECRET', 'HUMAN_SECRET', 'VAULT_SECRET'] as const
const NEEDED = ['DATABASE_URL', 'SITE_URL', 'API_URL', 'SMTP_URL', 'MAIL_FROM', ...SECRETS] as const

function refuseGaps(env: Env): void {
  const missing = NEEDED.filter((name) => !env[name])
  const weak = (['SITE_URL', 'API_URL'] as const).filter((name) => env[name] && !env[name]?.startsWith('https://'))
  const short = SECRETS.filter((name) => env[name] && env[name].length < 32)
  const faults = [
    missing.length > 0 && `missing: ${missing.join(', ')}`,
    weak.length > 0 && `must start with https://: ${weak.join(', ')}`,
    short.length > 0 && `too short (32 characters at least): ${short.join(', ')}`,
  ].filter(Boolean)
  if (faults.length > 0) throw new StartupError(`SHOP_MODE=production cannot start; ${faults.join('; ')}.`)
}

/** Demo secrets are made once, so that signed addresses outlive a restart. */
function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, 'secrets', name)
  const kept = readSecret(file)
  if (kept) return kept
  const secret = randomBytes(32).toString('base64url')
  try {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
    return secret
  } catch (error) {
    // Another process made it a moment ago.
    if (codeOf(error) === 'EEXIST') return readSecret(file) || secret
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written: ${messageOf(error)}`)
  }
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw new StartupError(`DATA_DIR: ${file} cannot be read: ${messageOf(error)}`)
  }
}
