import type { FastifyInstance } from 'fastify'
import type { DeskLetter } from '#contract/desk/letters.ts'
import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { answerLetter, searchLetters, setLetterDone, type Letter } from '../../contact/answer.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'

export function letterDeskRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskLetters, async ({ q, filter, page }) => {
    const { rows, ...paged } = await searchLetters(context, { text: q, filter }, { page, limit: DESK_PAGE })
    return { ...paged, data: rows.map(letterReply) }
  })
  registerEndpoint(app, endpoints.deskAnswerLetter, async ({ id, is_done: isDone, ...answer }, _refuse, { name }) => {
    const answered = await answerLetter(context, id, { ...answer, isDone }, name)
    return 'fault' in answered ? answered : { data: letterReply(answered) }
  })
  registerEndpoint(app, endpoints.deskLetterDone, async ({ id, is_done: isDone }, _refuse, { name }) => {
    const letter = await setLetterDone(context, id, isDone, name)
    return letter ? { data: letterReply(letter) } : { fault: 'notFound' as const }
  })
}

function letterReply({ id, type, first_name, last_name, email, mobile, comments, ...letter }: Letter): DeskLetter {
  return {
    id,
    created: letter.created_at.toISOString(),
    kind: type as DeskLetter['kind'],
    name: `${first_name} ${last_name}`,
    ...{ email, mobile, text: comments },
    done: letter.done_at?.toISOString() ?? null,
    replies: letter.replies.map(({ who, body, sent_at: at }) => ({ at: new Date(at).toISOString(), who, text: body })),
  }
}
