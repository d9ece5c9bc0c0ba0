import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cue } from '#contract/transcripts/transcripts.ts'
import { Refused } from '../http/refused.ts'
import { callerOf } from '../http/register-endpoint.ts'
import { readerOf } from './access.ts'
import { cuesJson, plainTextOf, srtOf, vttOf } from './formats/write-text.ts'
import { wholeTranscript } from './read-transcripts.ts'
import type { AppContext } from '../context.ts'

type Format = { type: string; needsTimes: boolean; write: (cues: readonly Cue[]) => string }

const FORMATS: Record<string, Format> = {
  vtt: { type: 'text/vtt; charset=utf-8', needsTimes: true, write: vttOf },
  srt: { type: 'application/x-subrip; charset=utf-8', needsTimes: true, write: srtOf },
  json: { type: 'application/json; charset=utf-8', needsTimes: false, write: cuesJson },
  txt: { type: 'text/plain; charset=utf-8', needsTimes: false, write: plainTextOf },
}

/** Never a page on the origin of the shop, whatever the text says. Web players of other sites may read it. */
const HEADERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `sandbox; default-src 'none'`,
}

/**
 * Sends the whole text of a track, `TRACK.LANGUAGE.vtt`, to who may read all of it: feeds and shelves name these addresses. A
 * free episode may be for sale tomorrow, so it is cached for an hour only.
 */
export async function sendTextFile(
  context: Pick<AppContext, 'db' | 'now'>,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, track = '', locale = '', ending = ''] = /^(\d{1,15})\.(en|mr)\.(vtt|srt|json|txt)$/.exec(file) ?? []
  const format = FORMATS[ending]
  if (!format) return notFound(reply)
  const caller = await callerOf(request.server.guard, request)
  const reader = await readerOf(context, caller)
  const text = await wholeTranscript(context.db, reader, Number(track), locale === 'mr' ? 'mr' : 'en')
  if (!text || (format.needsTimes && !text.is_timed)) return notFound(reply)
  const bytes = Buffer.from(format.write(text.cues))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  reply.headers({
    ...HEADERS,
    'content-type': format.type,
    'cache-control': caller ? 'private, no-store' : 'public, max-age=3600',
    vary: 'authorization',
    etag,
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  reply.header('content-length', bytes.length)
  return request.method === 'HEAD' ? reply.send() : reply.send(bytes)
}

const notFound = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').code(404).send(new Refused('notFound', 404).body)
