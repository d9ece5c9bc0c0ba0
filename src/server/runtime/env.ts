import { withinOneEdit } from '#contract/listening/sound-key.ts'
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

/** The environment, and the names that are read from it. */
export function watchReads(given: Env): { env: Env; names: ReadonlySet<string> } {
  const names = new Set<string>()
  const env = new Proxy(given, {
    get(target, name) {
      if (typeof name === 'string') names.add(name)
      return Reflect.get(target, name) as unknown
    },
  })
  return { env, names }
}

/** Shorter names are one letter away from too many others. */
const SHORTEST = 6

/** Variables that are no setting, each with the setting that is one letter away and not set. `names`: all settings. */
export function misspeltNames(env: Env, names: ReadonlySet<string>): [name: string, meant: string][] {
  const unset = [...names].filter((name) => !env[name] && name.length >= SHORTEST)
  return Object.keys(env).flatMap((name) => {
    const meant = names.has(name) ? undefined : unset.find((setting) => withinOneEdit(name, setting))
    return meant ? [[name, meant] as [string, string]] : []
  })
}
