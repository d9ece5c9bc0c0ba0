import type { Endpoint } from '#contract/http/endpoint.ts'
import type { TestShop } from './shop.ts'

export type Part = { name: string; text: string } | { name: string; file: string; bytes: Uint8Array | string }
export type Sending = { token?: string; headers?: Record<string, string>; params?: Record<string, string> }

const BOUNDARY = 'x-shop-test'

/** A form as a browser would write it; names are written as they are given, tricks included. */
export function formOf(parts: Part[]): Buffer {
  const written = parts.flatMap((part) => {
    const disposition = `Content-Disposition: form-data; name="${part.name}"`
    if ('text' in part) return [`--${BOUNDARY}\r\n${disposition}\r\n\r\n${part.text}\r\n`]
    return [
      `--${BOUNDARY}\r\n${disposition}; filename="${part.file}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      part.bytes,
      '\r\n',
    ]
  })
  return Buffer.concat([...written, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)))
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

export async function sendForm(
  { app }: TestShop,
  row: Endpoint,
  parts: Part[] | Buffer,
  { token, headers = {}, params = {} }: Sending = {},
) {
  const url = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const response = await app.inject({
    method: row.method,
    url,
    payload: Array.isArray(parts) ? formOf(parts) : parts,
    headers: { 'content-type': FORM_TYPE, ...(token && { authorization: `Token ${token}` }), ...headers },
  })
  return { status: response.statusCode, body: response.json() }
}

export const textParts = (fields: Record<string, string>): Part[] =>
  Object.entries(fields).map(([name, text]) => ({ name, text }))
