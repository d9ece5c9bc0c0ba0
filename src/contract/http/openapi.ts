import type { Struct } from 'superstruct'
import type { Endpoint } from './endpoint.ts'

type JsonSchema = { [key: string]: unknown }
// oxlint-disable-next-line no-explicit-any -- accepts every struct
type AnyStruct = Struct<any, any>

const PRIMITIVES: Record<string, JsonSchema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
}

/** JSON schema of a struct. Superstruct does not expose sizes and patterns. */
function jsonSchema(struct: AnyStruct): JsonSchema {
  const schema = schemaWithoutNull(struct)
  const nullable = struct.type !== 'any' && struct.is(null)
  return nullable && typeof schema['type'] === 'string' ? { ...schema, type: [schema['type'], 'null'] } : schema
}

function schemaWithoutNull({ type, schema }: AnyStruct): JsonSchema {
  if (type === 'array') return { type: 'array', items: schema ? jsonSchema(schema) : {} }
  if (type === 'enums') return { enum: Object.values(schema) }
  if (type === 'literal') return { const: schema }
  if (type === 'record') return { type: 'object' }
  return type === 'object' || type === 'type' ? objectSchema(schema ?? {}, type === 'object') : (PRIMITIVES[type] ?? {})
}

function objectSchema(fields: Record<string, AnyStruct>, strict: boolean): JsonSchema {
  const entries = Object.entries(fields)
  const required = entries.filter(([, field]) => !isOptional(field)).map(([name]) => name)
  const properties = Object.fromEntries(entries.map(([name, field]) => [name, jsonSchema(field)]))
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(strict && { additionalProperties: false }),
  }
}

/** Whether the field is optional or has a default. */
function isOptional(struct: AnyStruct): boolean {
  return struct.validate(undefined, { coerce: true })[0] === undefined
}

/** OpenAPI 3.1 document of all endpoints. */
export function openApi(list: [name: string, endpoint: Endpoint][], server: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const [name, endpoint] of list) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Shop API', version: '1' },
    ...(server && { servers: [{ url: server }] }),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token` and the session token' },
        desk: { type: 'apiKey', in: 'cookie', name: 'desk_session', description: 'A session at the desk' },
      },
    },
  }
}

function operation(name: string, endpoint: Endpoint): JsonSchema {
  const { properties = {}, required = [], ...rest } = objectSchema(endpoint.input.schema ?? {}, true)
  const fields = Object.entries(properties as Record<string, JsonSchema>)
  const inPath = (field: string) => endpoint.path.includes(`:${field}`)
  const requiredFields = new Set(required as string[])
  const parameters = fields
    .filter(([field]) => inPath(field) || endpoint.method === 'GET')
    .map(([field, schema]) => ({
      name: field,
      in: inPath(field) ? 'path' : 'query',
      required: inPath(field) || requiredFields.has(field),
      schema,
    }))
  const file: [string, JsonSchema][] = endpoint.multipart ? [[endpoint.multipart.file, FILE]] : []
  const body = [...fields.filter(([field]) => !inPath(field) && endpoint.method !== 'GET'), ...file]
  return {
    operationId: name,
    summary: endpoint.summary,
    ...((endpoint.auth === 'user' || endpoint.auth === 'buyer') && { security: [{ token: [] }] }),
    ...(endpoint.auth === 'staff' && { security: [{ desk: [] }] }),
    ...(endpoint.auth === 'anyone' && { security: [{}, { token: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body.length > 0 && {
      requestBody: requestBody(endpoint, {
        ...rest,
        properties: Object.fromEntries(body),
        required: body.map(([field]) => field).filter((field) => requiredFields.has(field)),
      }),
    }),
    responses: responsesOf(endpoint),
  }
}

function responsesOf({ headers, reply, faults }: Endpoint): JsonSchema {
  const properties = headers?.map((header) => [header, { schema: { type: 'string' } }] as const)
  return {
    200: {
      description: 'Done',
      ...(properties && { headers: Object.fromEntries(properties) }),
      content: { 'application/json': { schema: jsonSchema(reply) } },
    },
    default: {
      description: `Refused: ${[...faults, 'badInput', 'tooMany', 'internal', 'unavailable'].join(', ')}`,
      content: { 'application/json': { schema: REFUSAL } },
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
