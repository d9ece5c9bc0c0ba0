import type { Struct } from 'superstruct'
import type { Endpoint } from './endpoint.ts'

export type JsonSchema = { [key: string]: unknown }
// oxlint-disable-next-line no-explicit-any -- any struct is read, none is trusted to be of one kind
type AnyStruct = Struct<any, any>

const PLAIN: Record<string, JsonSchema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
}

/** What superstruct lets one see of a struct; sizes and patterns stay with the server. */
export function jsonSchema(struct: AnyStruct): JsonSchema {
  const schema = bareSchema(struct)
  const nullable = struct.type !== 'any' && struct.is(null)
  return nullable && typeof schema['type'] === 'string' ? { ...schema, type: [schema['type'], 'null'] } : schema
}

function bareSchema({ type, schema }: AnyStruct): JsonSchema {
  if (type === 'array') return { type: 'array', items: schema ? jsonSchema(schema) : {} }
  if (type === 'enums') return { enum: Object.values(schema) }
  if (type === 'literal') return { const: schema }
  if (type === 'record') return { type: 'object' }
  return type === 'object' || type === 'type' ? objectSchema(schema ?? {}, type === 'object') : (PLAIN[type] ?? {})
}

function objectSchema(fields: Record<string, AnyStruct>, strict: boolean): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => !takesNothing(field)).map(([name]) => name)
  const properties = Object.fromEntries(entries.map(([name, field]) => [name, jsonSchema(field)]))
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(strict && { additionalProperties: false }),
  }
}

/** Optional, or filled with a default. */
function takesNothing(struct: AnyStruct): boolean {
  return struct.validate(undefined, { coerce: true })[0] === undefined
}

/** OpenAPI 3.1 of all rows. */
export function openApi(rows: [name: string, row: Endpoint][], server: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const [name, row] of rows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(name, row) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Shop API', version: '1' },
    ...(server && { servers: [{ url: server }] }),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token` and the session token' },
      },
    },
  }
}

function operation(name: string, row: Endpoint): JsonSchema {
  const { properties = {}, required = [], ...rest } = objectSchema(row.input.schema ?? {}, true)
  const fields = Object.entries(properties as Record<string, JsonSchema>)
  const inPath = (field: string) => row.path.includes(`:${field}`)
  const needed = new Set(required as string[])
  const parameters = fields
    .filter(([field]) => inPath(field) || row.method === 'GET')
    .map(([field, schema]) => ({
      name: field,
      in: inPath(field) ? 'path' : 'query',
      required: inPath(field) || needed.has(field),
      schema,
    }))
  const file: [string, JsonSchema][] = row.multipart ? [[row.multipart.file, FILE]] : []
  const body = [...fields.filter(([field]) => !inPath(field) && row.method !== 'GET'), ...file]
  return {
    operationId: name,
    summary: row.summary,
    ...((row.auth === 'user' || row.auth === 'buyer') && { security: [{ token: [] }] }),
    ...(row.auth === 'anyone' && { security: [{}, { token: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body.length > 0 && {
      requestBody: requestBody(row, {
        ...rest,
        properties: Object.fromEntries(body),
        required: body.map(([field]) => field).filter((field) => needed.has(field)),
      }),
    }),
    responses: {
      200: {
        description: 'Done',
        ...(row.headers && {
          headers: Object.fromEntries(row.headers.map((header) => [header, { schema: { type: 'string' } }])),
        }),
        content: { 'application/json': { schema: jsonSchema(row.reply) } },
      },
      default: {
        description: `Refused: ${[...row.faults, 'badInput', 'tooMany', 'internal'].join(', ')}`,
        content: { 'application/json': { schema: REFUSAL } },
      },
    },
  }
}

function requestBody({ multipart }: Endpoint, schema: JsonSchema): JsonSchema {
  return { required: true, content: { [multipart ? 'multipart/form-data' : 'application/json']: { schema } } }
}

const FILE = { type: 'string', format: 'binary' }
const REFUSAL = {
  type: 'object',
  required: ['status', 'fault'],
  properties: {
    status: { const: false },
    fault: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}
