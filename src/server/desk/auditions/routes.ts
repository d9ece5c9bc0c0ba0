import type { FastifyInstance } from 'fastify'
import { SOUND_FAULTS } from '#contract/listening/audio.ts'
import type { AuditionSound, DeskAudition } from '#contract/desk/auditions.ts'
import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { findingsOf } from '../../audio/findings.ts'
import {
  answerAudition,
  decideAudition,
  hearAudition,
  searchAuditions,
  type DecidedAudition,
} from '../../auditions/decide.ts'
import type { AppContext } from '../../context.ts'
import { registerDownload } from '../../http/downloads/register-download.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'

const NOT_FOUND = { fault: 'notFound' } as const
/** By what the sound was found to be, whatever its name was. */
const CONTENT_TYPES: Record<string, string> = {
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  mp4: 'audio/mp4',
  wma: 'audio/x-ms-wma',
  ac3: 'audio/ac3',
}

export function auditionDeskRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskAuditions, async ({ q, filter, page }) => {
    const { rows, ...paged } = await searchAuditions(context, { text: q, filter }, { page, limit: DESK_PAGE })
    return { ...paged, data: rows.map(auditionReply) }
  })
  registerDownload(app, endpoints.deskRecording, async ({ id }, { name: who }) => {
    const heard = await hearAudition(context, id, who)
    if (!heard) return NOT_FOUND
    const { kind, bytes, stream } = heard
    const contentType = CONTENT_TYPES[kind] ?? 'application/octet-stream'
    return { name: `audition-${id}.${kind}`, contentType, stream, bytes, isShown: true }
  })
  registerEndpoint(app, endpoints.deskDecideAudition, async ({ id, state }, _refuse, { name: who }) => {
    const decided = await decideAudition(context, id, state, who)
    return decided ? { before: decided.before, data: auditionReply(decided.audition) } : NOT_FOUND
  })
  registerEndpoint(app, endpoints.deskAnswerAudition, async ({ id, ...answer }, _refuse, { name: who }) => {
    const answered = await answerAudition(context, id, answer, who)
    return 'fault' in answered ? answered : { data: auditionReply(answered) }
  })
}

function auditionReply(row: DecidedAudition): DeskAudition {
  const { id, email, mobile, city, country, is_professional, kind, seconds, bytes, sound } = row
  return {
    ...{ id, email, mobile, city, country, is_professional, kind, seconds, bytes },
    sound: soundReply(sound),
    created: row.created_at.toISOString(),
    name: `${row.first_name} ${row.last_name}`,
    project: row.project_name,
    has_setup: row.has_recording_setup,
    state: row.decision ?? 'waiting',
    replies: row.replies.map(({ who, body, sent_at: at }) => ({ at: new Date(at).toISOString(), who, text: body })),
  }
}

function soundReply(sound: DecidedAudition['sound']): AuditionSound {
  const { state = 'waiting', fault = null, measurement = null } = sound ?? {}
  return {
    state,
    fault: SOUND_FAULTS.find((one) => one === fault) ?? null,
    loudness: measurement?.loudness ?? null,
    peak: measurement?.truePeak ?? null,
    noise: measurement?.noiseFloor ?? null,
    findings: measurement ? findingsOf([{ position: 1, name: '', measurement }]) : [],
  }
}
