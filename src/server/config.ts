import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brand } from '#brand.ts'
import { passwordPolicies, type PasswordPolicy } from '#contract/index.ts'
import { makeDataFolder } from './lib/folder.ts'
import { codeOf, messageOf, StopReason } from './lib/stop.ts'

export type Config = {
  mode: 'demo' | 'production'
  host: string
  port: number
  /** Absolute. Database, media, secrets and the maintenance file lie in it. */
  dataDir: string
  /** Absent: the embedded PostgreSQL under `dataDir`. */
  databaseUrl?: string
  siteUrl: string
  apiUrl: string
  /** Signs media addresses. */
  mediaSecret: string
  /** Signs the challenges of the human check. */
  humanSecret: string
  /** Locks what waits to be sent, and marks codes and addresses. */
  vaultSecret: string
  /** Absent: mails go to the demo's outbox. */
  smtpUrl?: string
  mailFrom: string
  passwordPolicy: PasswordPolicy
  /** Absent: no sign-in by this provider; in a demo the sandbox stands in for both. */
  googleClientId?: string
  facebook?: { appId: string; appSecret: string }
  /** Behind a proxy that sets X-Forwarded-For: its address, or `true` for the nearest hop. */
  trustProxy: boolean | string
  logLevel: string
  /** Replies are checked against their rows: for development, as it doubles the work. */
  checkReplies: boolean
}

export type Env = Readonly<Record<string, string | undefined>>

/** Reads the environment once. Throws a `StopReason` that names every variable at fault. */
export function readConfig(env: Env = process.env): Config {
  const mode = env['SHOP_MODE'] || 'demo'
  if (mode !== 'demo' && mode !== 'production') throw new StopReason(`SHOP_MODE must be "demo" or "production", not "${mode}".`)
  const addresses = readAddresses(env)
  if (mode === 'production') refuseGaps(env)
  const { dataDir } = addresses
  makeDataFolder(dataDir)
  return {
    mode,
    host: env['HOST'] || '127.0.0.1',
    ...addresses,
    ...(env['DATABASE_URL'] && { databaseUrl: env['DATABASE_URL'] }),
    mediaSecret: env['MEDIA_SECRET'] || keptSecret(dataDir, 'media'),
    humanSecret: env['HUMAN_SECRET'] || keptSecret(dataDir, 'human'),
    vaultSecret: env['VAULT_SECRET'] || keptSecret(dataDir, 'vault'),
    ...(env['SMTP_URL'] && { smtpUrl: smtpOf(env['SMTP_URL']) }),
    mailFrom: senderOf(env['MAIL_FROM'] || `${brand.name.en} <${brand.contact.email}>`),
    passwordPolicy: policyOf(env['PASSWORD_POLICY'] || 'usual'),
    ...(env['GOOGLE_CLIENT_ID'] && { googleClientId: env['GOOGLE_CLIENT_ID'] }),
    ...facebookOf(env),
    trustProxy: env['TRUST_PROXY'] === 'true' || env['TRUST_PROXY'] || false,
    logLevel: env['LOG_LEVEL'] || (mode === 'production' ? 'info' : 'warn'),
    checkReplies: env['CHECK_REPLIES'] === 'true',
  }
}

/** Where the shop is and keeps its things: what a build needs to know of the settings. Throws a `StopReason`. */
export function readAddresses(env: Env = process.env): Pick<Config, 'port' | 'dataDir' | 'siteUrl' | 'apiUrl'> {
  const port = portOf(env['PORT'] || undefined)
  const siteUrl = addressOf('SITE_URL', env['SITE_URL'] || `http://localhost:${port}`)
  return { port, dataDir: resolve(env['DATA_DIR'] || '.data'), siteUrl, apiUrl: addressOf('API_URL', env['API_URL'] || siteUrl) }
}

function portOf(text = '4321'): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StopReason(`PORT must be a number from 0 to 65535, not "${text}".`)
}

function addressOf(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '')
  throw new StopReason(`${name} must be a web address, not "${text}".`)
}

/** The password in it stays out of what is said. */
function smtpOf(text: string): string {
  if (URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text)) return text
  throw new StopReason('SMTP_URL must be smtp://user:password@host:port or smtps://….')
}

function senderOf(text: string): string {
  if (/^(?:[^<>"\r\n]* )?<?[^\s<>@,]+@[^\s<>@,]+>?$/.test(text)) return text
  throw new StopReason(`MAIL_FROM must be an address, or a name and an address in <>, not "${text}".`)
}

function facebookOf({ FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret }: Env): { facebook?: { appId: string; appSecret: string } } {
  if (appId && appSecret) return { facebook: { appId, appSecret } }
  if (appId || appSecret) throw new StopReason('FACEBOOK_APP_ID and FACEBOOK_APP_SECRET belong together: set both, or neither.')
  return {}
}

function policyOf(text: string): PasswordPolicy {
  if (text === 'usual' || text === 'hardened') return passwordPolicies[text]
  throw new StopReason(`PASSWORD_POLICY must be "usual" or "hardened", not "${text}".`)
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
  if (faults.length > 0) throw new StopReason(`SHOP_MODE=production cannot start; ${faults.join('; ')}.`)
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
    throw new StopReason(`DATA_DIR ${dataDir} cannot be written: ${messageOf(error)}`)
  }
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw new StopReason(`DATA_DIR: ${file} cannot be read: ${messageOf(error)}`)
  }
}
