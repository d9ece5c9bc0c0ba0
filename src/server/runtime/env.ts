import { StartupError } from './startup-error.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** A whole number in bounds. Throws a `StartupError` that names the variable. */
export function numberOf(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new StartupError(`${name} must be a number from ${least} to ${most}, not "${text}".`)
}

/** Returns the address without a slash at its end. */
export function addressOf(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '')
  throw new StartupError(`${name} must be a web address, not "${text}".`)
}

/** Reads settings that only work together: all of them, or undefined when none is set. */
export function allOrNone<Names extends Record<string, string>>(
  env: Env,
  names: Names,
): { [Key in keyof Names]: string } | undefined {
  const settings = Object.entries(names).map(([key, name]) => [key, name, env[name] ?? ''] as const)
  const missing = settings.filter(([, , value]) => value === '').map(([, name]) => name)
  if (missing.length === settings.length) return undefined
  if (missing.length > 0)
    throw new StartupError(`${Object.values(names).join(', ')} belong together; missing: ${missing.join(', ')}.`)
  return Object.fromEntries(settings.map(([key, , value]) => [key, value])) as { [Key in keyof Names]: string }
}

/** Throws a `StartupError` when a switch is neither `true` nor `false`: a typing error must not be ignored. */
export function switchOf(env: Env, name: string): boolean {
  const text = env[name] || 'false'
  if (text === 'true' || text === 'false') return text === 'true'
  throw new StartupError(`${name} must be true or false, not "${text}".`)
}
