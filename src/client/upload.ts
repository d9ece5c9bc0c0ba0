import { is } from 'superstruct'
import type { Endpoint, InputOf } from '#contract/http/endpoint.ts'
import { credentials } from './browser-call.ts'
import { addressOf, refusalIn, type CallResult } from './call.ts'

/** Bytes of the file that were sent. */
type Progress = (sent: number) => void
type Answer = { status: number; body: string } | undefined

/** A broken connection can stay open for minutes: without a byte for this long it counts as offline. */
const SILENCE_MS = 30_000

/**
 * `call` for multipart forms: the same token and faults. With XMLHttpRequest, because fetch reports no upload progress.
 */
export async function upload<E extends Endpoint>(
  row: E,
  fields: InputOf<E>,
  file: Blob | undefined,
  onProgress: Progress = () => undefined,
): Promise<CallResult<E>> {
  const { path, rest } = addressOf(row, fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) form.append(name, String(value))
  if (file) form.append(row.multipart?.file ?? 'file', file)
  const token = await credentials.token()
  const giver = !token && row.auth === 'buyer' ? credentials.giver() : undefined
  const authorization = token ? `Token ${token}` : giver ? `Gift ${giver}` : `Guest ${row.auth}`
  const answer = await post(row.method, path, form, authorization, (sent) =>
    onProgress(Math.min(sent, file?.size ?? 0)),
  )
  const called = read(row, answer)
  if (!called.ok && called.fault === 'signedOut' && token) credentials.refused(token)
  return called
}

function read<E extends Endpoint>(row: E, answer: Answer): CallResult<E> {
  if (!answer) return { ok: false, fault: 'offline' }
  if (answer.status !== 200) return refusalIn(answer.body)
  try {
    const value: unknown = JSON.parse(answer.body)
    return is(value, row.reply) ? { ok: true, value, headers: {} } : { ok: false, fault: 'badReply' }
  } catch {
    return { ok: false, fault: 'badReply' }
  }
}

/** Undefined without an answer. */
function post(
  method: string,
  path: string,
  form: FormData,
  authorization: string,
  onProgress: Progress,
): Promise<Answer> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    const fallSilent = () => setTimeout(() => request.abort(), SILENCE_MS)
    let silence = fallSilent()
    const hear = () => {
      clearTimeout(silence)
      silence = fallSilent()
    }
    request.upload.addEventListener('progress', ({ loaded }) => {
      hear()
      onProgress(loaded)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(silence)
      done(request.status === 0 ? undefined : { status: request.status, body: request.responseText })
    })
    request.open(method, path)
    request.setRequestHeader('authorization', authorization)
    request.setRequestHeader('accept-language', document.documentElement.lang)
    request.send(form)
  })
}

/** Whole percent of a file that was sent; 0 for an empty one. */
export const percentSent = (sent: number, size: number): number => (size > 0 ? Math.floor((sent / size) * 100) : 0)
