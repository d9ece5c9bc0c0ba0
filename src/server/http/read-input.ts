import type { FastifyRequest } from 'fastify'
import { validate, type Struct } from 'superstruct'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { faultsOf, MAX_FAULTS } from '#contract/fields/fields.ts'
import { Refused } from './refused.ts'

/** A body larger than this is refused unread, unless its endpoint needs more (`maxBytes`). */
export const BODY_BYTES = 8 * 1024
/** No endpoint nests deeper than half of this. */
const MAX_DEPTH = 12

/** Validates query or body strictly, together with the parts of the path. */
export function readInput(endpoint: Endpoint, request: FastifyRequest, body: unknown): unknown {
  const { params, query } = request as { params: object; query: object }
  const sent = endpoint.method === 'GET' ? query : (body ?? {})
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return new Refused('badInput', 400)
  const known: object = endpoint.input.schema ?? {}
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(known, name) || Object.hasOwn(params, name))
  // Before anything else, so that a body of thousands of keys costs no validation.
  if (unknown.length > 0) return new Refused('badInput', 400, faultOfEach(unknown, 'unknown'))
  if (!isStorable(sent) || !isStorable(params)) return new Refused('badInput', 400)
  const large = largeIntegers(endpoint.input, sent)
  if (large.length > 0) return new Refused('badInput', 400, faultOfEach(large, 'max'))
  const [error, input] = validate({ ...sent, ...params }, endpoint.input, { coerce: true })
  return error ? new Refused('badInput', 400, faultsOf(error)) : input
}

const faultOfEach = (names: string[], fault: string): Record<string, string> =>
  Object.fromEntries(names.slice(0, MAX_FAULTS).map((name) => [name.slice(0, 100), fault]))

// oxlint-disable-next-line no-explicit-any -- every struct of the contract
type AnyStruct = Struct<any, any>

/**
 * The paths of integers above 2^53, which JSON reads as another number: superstruct takes them, and the database has no room for more
 * than 63 bits.
 */
function largeIntegers({ type, schema }: AnyStruct, value: unknown, path: string[] = []): string[] {
  if (type === 'integer') return Number.isInteger(value) && !Number.isSafeInteger(value) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null || typeof schema !== 'object' || schema === null) return []
  const structOf = (name: string): AnyStruct | undefined =>
    Array.isArray(value) ? (schema as AnyStruct) : (schema as Record<string, AnyStruct>)[name]
  return Object.entries(value).flatMap(([name, inner]) => {
    const struct = structOf(name)
    return struct?.type ? largeIntegers(struct, inner, [...path, name]) : []
  })
}

/**
 * PostgreSQL stores no NUL character, and JSON has no infinite numbers: 1e999 is read as one. A key like `toString` breaks
 * whatever prints the object, such as the messages of superstruct.
 */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0')
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  return Object.entries(value).every(
    ([name, inner]) => !name.includes('\0') && !(name in Object.prototype) && isStorable(inner, depth + 1),
  )
}
