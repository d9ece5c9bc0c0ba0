import { StartupError } from './startup-error.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** A whole number in bounds. Throws a `StopReason` that names the variable. */
export function numberOf(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new StartupError(`${name} must be a number from ${least} to ${most}, not "${text}".`)
}

/** Without a slash at its end. */
export function addressOf(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '')
  throw new StartupError(`${name} must be a web address, not "${text}".`)
}

/** Settings that belong together: all of them, or none. */
export function together<Names extends Record<string, string>>(
  env: Env,
  names: Names,
): { [Key in keyof Names]: string } | undefined {
  const given = Object.entries(names).map(([key, name]) => [key, name, env[name] ?? ''] as const)
  const missing = given.filter(([, , value]) => value === '').map(([, name]) => name)
  if (missing.length === given.length) return undefined
  if (missing.length > 0)
    throw new StartupError(`${Object.values(names).join(', ')} belong together; missing: ${missing.join(', ')}.`)
  return Object.fromEntries(given.map(([key, , value]) => [key, value])) as { [Key in keyof Names]: string }
}
