import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { passwordPolicies, type PasswordPolicy } from '#contract/accounts/accounts.ts'
import { SAMPLE_LENGTH, type SamplePlan } from '#contract/listening/sample-place.ts'
import { mediaSettings, type MediaSettings } from './adapters/media/media-settings.ts'
import { databaseSettings, type DatabaseSettings } from './db/database-settings.ts'
import { proxySettings, type ProxySettings } from './operations/proxy-settings.ts'
import { faultsOfSecrets, secretsOf } from './operations/secret-settings.ts'
import { logLevelOf, operationSettings, type OperationSettings } from './operations/settings.ts'
import { makeDataFolder } from './runtime/data-folder.ts'
import { addressOf, allOrNone, misspeltNames, numberOf, switchOf, watchReads, type Env } from './runtime/env.ts'
import { codeOf, messageOf, StartupError } from './runtime/startup-error.ts'

export type Config = OperationSettings &
  ProxySettings &
  MediaSettings &
  DatabaseSettings & {
    mode: 'demo' | 'production'
    host: string
    port: number
    /** A socket opened by systemd: requests wait while the process restarts, and none is refused. */
    fd?: number
    /** Absolute path of the folder with database, media, secrets and the maintenance file. */
    dataDir: string
    siteUrl: string
    apiUrl: string
    /** Absent: feeds name no hub of WebSub. */
    feedHub?: string
    /** Signs media addresses. */
    mediaSecret: string
    /** Secrets of before a rotation: what they signed or encrypted stays readable. */
    olderSecrets: { media: string[]; encryption: string[] }
    /** Signs the challenges of the captcha. */
    captchaSecret: string
    /** Encrypts queued messages and hashes codes and addresses. */
    encryptionSecret: string
    /** Absent: mails go to the demo's outbox. */
    smtpUrl?: string
    /** Absent: the name and the address of the shop. */
    mailFrom?: string
    /** Absent: no text messages in production; the demo has its outbox. */
    msg91?: { authKey: string; otpFlow: string } | undefined
    /** Where samples begin that the shop cuts itself. */
    samplePlan: SamplePlan
    passwordPolicy: PasswordPolicy
    /** Absent: no sign-in by this provider; a demo without any provider uses a sandbox of both. */
    googleClientId?: string
    facebook?: { appId: string; appSecret: string } | undefined
    /** Absent: no payment by this gateway; a demo without any gateway uses a sandbox of all three. */
    payu?: { key: string; salt: string }
    ccavenue?: { merchantId: string; accessCode: string; workingKey: string }
    paypal?: { clientId: string; secret: string; merchantId: string; webhookId: string }
    /** False: the vendors' test hosts. */
    paymentsLive: boolean
    logLevel: string
    /** Checks replies against the contract: for development, as it doubles the work. */
    checkReplies: boolean
    /** Variables that look like a setting and are none. */
    misspelt: [name: string, meant: string][]
  }

/** The first file descriptor of sd_listen_fds(3). */
const FIRST_SOCKET = 3

/** Reads the environment once. Throws a `StartupError` that names every wrong variable. */
export function readConfig(given: Env = process.env): Config {
  const { env, names } = watchReads(given)
  return { ...readSettings(env), misspelt: misspeltNames(given, names) }
}

function readSettings(env: Env): Omit<Config, 'misspelt'> {
  const mode = env['SHOP_MODE'] || 'demo'
  if (mode !== 'demo' && mode !== 'production')
    throw new StartupError(`SHOP_MODE must be "demo" or "production", not "${mode}".`)
  const addresses = readAddresses(env)
  if (mode === 'production') refuseIncomplete(env)
  const { dataDir } = addresses
  makeDataFolder(dataDir)
  return {
    mode,
    host: env['HOST'] || '127.0.0.1',
    ...addresses,
    ...(env['LISTEN_FDS'] === '1' && env['LISTEN_PID'] === String(process.pid) && { fd: FIRST_SOCKET }),
    ...databaseSettings(env),
    mediaSecret: env['MEDIA_SECRET'] || storedSecret(dataDir, 'media'),
    olderSecrets: {
      media: secretsOf(env['MEDIA_SECRET_OLD']),
      encryption: secretsOf(env['VAULT_SECRET_OLD']),
    },
    ...mediaSettings(env),
    ...(env['WEBSUB_HUB'] && { feedHub: addressOf('WEBSUB_HUB', env['WEBSUB_HUB']) }),
    captchaSecret: env['HUMAN_SECRET'] || storedSecret(dataDir, 'human'),
    encryptionSecret: env['VAULT_SECRET'] || storedSecret(dataDir, 'encryption'),
    ...(env['SMTP_URL'] && { smtpUrl: smtpOf(env['SMTP_URL']) }),
    ...(env['MAIL_FROM'] && { mailFrom: senderOf(env['MAIL_FROM']) }),
    samplePlan: samplePlanOf(env),
    passwordPolicy: policyOf(env['PASSWORD_POLICY'] || 'usual'),
    ...(env['GOOGLE_CLIENT_ID'] && { googleClientId: env['GOOGLE_CLIENT_ID'] }),
    facebook: allOrNone(env, { appId: 'FACEBOOK_APP_ID', appSecret: 'FACEBOOK_APP_SECRET' }),
    msg91: allOrNone(env, { authKey: 'MSG91_AUTH_KEY', otpFlow: 'MSG91_OTP_FLOW' }),
    ...gatewaysOf(env),
    paymentsLive: liveOf(env['PAYMENTS'] || (mode === 'production' ? 'live' : 'test'), mode),
    ...proxySettings(env),
    ...operationSettings(env),
    logLevel: logLevelOf(env['LOG_LEVEL'] || (mode === 'production' ? 'info' : 'warn')),
    checkReplies: switchOf(env, 'CHECK_REPLIES'),
  }
}

/** Reads the settings that a build needs. Throws a `StartupError`. */
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

const samplePlanOf = (env: Env): SamplePlan => ({
  after: numberOf('SAMPLE_AFTER', env['SAMPLE_AFTER'] || '30', 0, 3_600),
  seconds: numberOf('SAMPLE_SECONDS', env['SAMPLE_SECONDS'] || '45', SAMPLE_LENGTH.least, SAMPLE_LENGTH.most),
})

function portOf(text = '4321'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StartupError(`PORT must be a number from 0 to 65535, not "${text}".`)
}

function smtpOf(text: string): string {
  if (URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text)) return text
  throw new StartupError('SMTP_URL must be smtp://user:password@host:port or smtps://….')
}

function senderOf(text: string): string {
  if (/^(?:[^<>"\r\n]* )?<?[^\s<>@,]+@[^\s<>@,]+>?$/.test(text)) return text
  throw new StartupError(`MAIL_FROM must be an address, or a name and an address in <>, not "${text}".`)
}

/** Refuses keys of the sandbox: a real shop would take no money by them. */
function vendorKeys<Names extends Record<string, string>>(
  env: Env,
  names: Names,
): { [Key in keyof Names]: string } | undefined {
  const sandboxKey = Object.values(names).find((name) => /sandbox/i.test(env[name] ?? ''))
  if (sandboxKey) throw new StartupError(`${sandboxKey} is a key of the demo's sandbox.`)
  return allOrNone(env, names)
}

function gatewaysOf(env: Env): Pick<Config, 'payu' | 'ccavenue' | 'paypal'> {
  const payu = vendorKeys(env, { key: 'PAYU_KEY', salt: 'PAYU_SALT' })
  const ccavenue = vendorKeys(env, {
    merchantId: 'CCAVENUE_MERCHANT_ID',
    accessCode: 'CCAVENUE_ACCESS_CODE',
    workingKey: 'CCAVENUE_WORKING_KEY',
  })
  const paypal = vendorKeys(env, {
    clientId: 'PAYPAL_CLIENT_ID',
    secret: 'PAYPAL_SECRET',
    merchantId: 'PAYPAL_MERCHANT_ID',
    webhookId: 'PAYPAL_WEBHOOK_ID',
  })
  return { ...(payu && { payu }), ...(ccavenue && { ccavenue }), ...(paypal && { paypal }) }
}

/** Test hosts take no real money: production refuses them. */
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

function refuseIncomplete(env: Env): void {
  const missing = NEEDED.filter((name) => !env[name])
  const weak = (['SITE_URL', 'API_URL'] as const).filter((name) => env[name] && !env[name]?.startsWith('https://'))
  const faults = [
    missing.length > 0 && `missing: ${missing.join(', ')}`,
    weak.length > 0 && `must start with https://: ${weak.join(', ')}`,
    ...faultsOfSecrets(env, [...SECRETS, 'MEDIA_SECRET_OLD', 'VAULT_SECRET_OLD']),
  ].filter(Boolean)
  if (faults.length > 0) throw new StartupError(`SHOP_MODE=production cannot start; ${faults.join('; ')}.`)
}

/** Demo secrets are created once and stored, so that signed addresses outlive a restart. */
function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, 'secrets', name)
  const stored = readSecret(file)
  if (stored) return stored
  const secret = randomBytes(32).toString('base64url')
  try {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
    return secret
  } catch (error) {
    // Another process created it in the meantime.
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
