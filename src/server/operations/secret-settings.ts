import { slug } from '#brand/brand.ts'
import type { Env } from '../runtime/env.ts'

const MIN_LENGTH = 32
const MIN_CHARACTERS = 12
const WORDS = /secret|password|passwd|change.?me|example|qwerty|abcdefg|0123456|1234567/i

/** Why a secret is easily guessed; undefined when it looks random. */
function weaknessOf(secret: string): string | undefined {
  if (secret.length < MIN_LENGTH) return `too short (${MIN_LENGTH} characters at least)`
  // One part of at most half the length, over and over.
  if (/^(.+?)\1+.{0,8}$/.test(secret)) return 'too simple (it repeats itself)'
  if (new Set(secret).size < MIN_CHARACTERS) return 'too simple (too few different characters)'
  return WORDS.test(secret) || secret.toLowerCase().includes(slug)
    ? 'too simple (it holds a word that everybody tries)'
    : undefined
}

/** One sentence for each fault of the secrets, by name. Never quotes a secret. */
export function faultsOfSecrets(env: Env, names: readonly string[]): string[] {
  const set = names.flatMap((name) => secretsOf(env[name]).map((secret) => ({ name, secret })))
  const weak = Map.groupBy(set, ({ secret }) => weaknessOf(secret))
  const faults = [...weak].flatMap(([weakness, some]) => (weakness ? [`${weakness}: ${namesOf(some)}`] : []))
  const shared = [...Map.groupBy(set, ({ secret }) => secret).values()].filter((some) => some.length > 1)
  return [...faults, ...shared.map((some) => `the same secret: ${namesOf(some)}`)]
}

const namesOf = (some: readonly { name: string }[]): string => some.map(({ name }) => name).join(', ')

/** The older secrets of a rotation, with commas between them. */
export const secretsOf = (text = ''): string[] =>
  text
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean)
