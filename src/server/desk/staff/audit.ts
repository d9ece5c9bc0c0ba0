import type { endpoints } from '#contract/http/endpoints.ts'
import type { InputOf, ReplyOf } from '#contract/http/endpoint.ts'
import { actionsBefore } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'

const PAGE = 50

export async function auditPage(
  { db }: Pick<AppContext, 'db'>,
  input: InputOf<typeof endpoints.deskAudit>,
): Promise<Omit<ReplyOf<typeof endpoints.deskAudit>, 'status'>> {
  const found = await actionsBefore({ db }, input, PAGE + 1)
  const data = found.slice(0, PAGE).map(({ done_at, ...rest }) => ({ ...rest, done_at: done_at.toISOString() }))
  return { data, has_more: found.length > PAGE }
}
