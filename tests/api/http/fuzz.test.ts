import type { LightMyRequestResponse } from 'fastify'
import type { Struct } from 'superstruct'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpointList } from '#contract/http/endpoints.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { openSession } from '../../../src/server/accounts/sessions.ts'
import { makeListener } from '../support/personas.ts'
import { idOf, useShop } from '../support/shop.ts'

// oxlint-disable-next-line no-explicit-any -- every struct of the contract
type AnyStruct = Struct<any, any>

/** Printed with each failure: FUZZ_SEED repeats a run, FUZZ_ROUNDS makes it longer. */
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 40)

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const shop = useShop()
let token = ''
let productId = 0
let visitor = 0

beforeAll(async () => {
  const { context } = shop()
  token = await openSession(context, await makeListener(shop(), 'fuzz@x.test'))
  productId = await idOf(shop(), 'products', 'dnyaneshwari')
})

/** JSON texts, not values: JSON.stringify would turn infinite numbers into null. */
const NUMBERS = [
  '0',
  '-1',
  '1',
  '1.5',
  '1e999',
  '-1e999',
  '1e308',
  '9007199254740993',
  '9223372036854775808',
  '1e19',
  '8640000000000001',
  '1e-320',
  '-0',
  '2147483648',
]
const TEXTS = [
  '',
  ' ',
  'Infinity',
  'NaN',
  '1e999',
  '0x10',
  '-1',
  '9'.repeat(60),
  'a\u0000b',
  '\ud800',
  '\u202e\u0085\u009b31m',
  '१२३',
  '%',
  "'; --",
  '../..',
  'constructor',
  '2026-02-31',
  '9999-12-31T23:59:59Z',
  '-271821-04-20',
  'x'.repeat(3_000),
  'न'.repeat(900),
]
const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels)
const ODD = ['null', 'true', '[]', '{}', '[null]', '{"__proto__":1}', deep(50), '{"toString":1}', '[[],{}]']

type Random = () => number
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const quote = (text: string) => JSON.stringify(text)

/** A value that the struct may well accept, as JSON text. */
function fitting(random: Random, name: string, { type, schema }: AnyStruct): string {
  if (type === 'enums') return quote(String(pick(random, Object.values(schema as object))))
  if (type === 'literal') return JSON.stringify(schema)
  if (type === 'boolean') return pick(random, ['true', 'false'])
  if (type === 'array') return `[${schema ? fitting(random, name, schema as AnyStruct) : ''}]`
  if (type === 'object' || type === 'type') return objectOf(random, (schema ?? {}) as Record<string, AnyStruct>, 0.9)
  if (type === 'number' || type === 'integer') return pick(random, [String(productId), '1', '0', '1790000000000', '5'])
  return quote(
    pick(
      random,
      SAMPLES[name] ?? [
        'a',
        'asha@x.test',
        '9876543210',
        'MH',
        'IN',
        '1',
        '2026-01-01',
        'आशा',
        'dnyaneshwari',
        '123456',
      ],
    ),
  )
}
const SAMPLES: Record<string, string[]> = { email: ['asha@x.test', 'fuzz@x.test'], password: ['Kathavani1'] }

function hostile(random: Random): string {
  const text = () => quote(pick(random, TEXTS) + (random() < 0.2 ? pick(random, TEXTS) : ''))
  return pick(random, [() => pick(random, NUMBERS), text, () => pick(random, ODD)])()
}

/** Most fields fit, so that the others reach the service behind the validation. */
function objectOf(random: Random, fields: Record<string, AnyStruct>, share: number): string {
  const entries = Object.entries(fields)
    .filter(() => random() < 0.93)
    .map(([name, field]) => `${quote(name)}:${random() < share ? fitting(random, name, field) : hostile(random)}`)
  if (random() < 0.03) entries.push(`${quote(pick(random, TEXTS))}:${hostile(random)}`)
  return `{${entries.join(',')}}`
}

function bodyOf(random: Random, row: Endpoint): string {
  const dice = random()
  if (dice < 0.02) return deep(9_000)
  if (dice < 0.04) return `{"a":${deep(3_000)}}`
  if (dice < 0.05) return `{${Array.from({ length: 500 }, (_, key) => `"k${key}":1`).join(',')}}`
  return objectOf(random, (row.input.schema ?? {}) as Record<string, AnyStruct>, random() < 0.5 ? 0.95 : 0.6)
}

/** The values of a query and of a path are texts. */
function textsOf(body: string): Record<string, string> {
  try {
    const parsed = JSON.parse(body) as object
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}

function send(random: Random, row: Endpoint, body: string): Promise<LightMyRequestResponse> {
  visitor += 1
  const texts = textsOf(body)
  const path = row.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(toWellFormed(texts[name] ?? pick(random, [String(productId), ...TEXTS]))),
  )
  const query = new URLSearchParams(Object.entries(texts).filter(([name]) => !row.path.includes(`:${name}`)))
  const isRead = row.method === 'GET'
  return shop().app.inject({
    method: row.method,
    url: isRead ? `${path}?${query}` : path,
    remoteAddress: `10.${100 + Math.floor(visitor / 62_500)}.${Math.floor(visitor / 250) % 250}.${visitor % 250}`,
    headers: {
      ...(random() < 0.8 && { authorization: `Token ${token}` }),
      ...(!isRead && { 'content-type': 'application/json' }),
      ...(row.idempotent && { 'idempotency-key': `fuzz-${SEED}-${visitor}` }),
    },
    ...(!isRead && { payload: body }),
  })
}
const toWellFormed = (text: string) => text.replace(/[\ud800-\udfff]/g, '').slice(0, 250) || '1'

describe.each(endpointList.filter(([, row]) => !row.multipart))('%s', (name, row) => {
  it(`[RL-2] answers no generated input with 500 (seed ${SEED})`, async () => {
    const random = createRandom(
      SEED ^ [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7),
    )
    const broken: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = bodyOf(random, row)
      const { statusCode, payload, headers } = await send(random, row, body)
      const faults =
        statusCode === 400 ? Object.keys((JSON.parse(payload) as { fields?: object }).fields ?? {}).length : 0
      const isFine =
        (statusCode < 500 || statusCode === 501) && faults <= 20 && headers['x-content-type-options'] === 'nosniff'
      if (!isFine)
        broken.push(
          `FUZZ_SEED=${SEED} round ${round}: ${statusCode} ${payload.slice(0, 200)} for ${body.slice(0, 600)}`,
        )
    }
    expect(broken).toEqual([])
  })
})
