import type { FastifyInstance } from 'fastify'
import { DESK_PAGE } from '#contract/desk/list-fields.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { noteAction } from '../../audit/audit-log.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { listenerFile } from '../../operations/accounts/listener-file.ts'
import { endSession, givePlan, takePlan, takeTitle } from '../../operations/accounts/manage-listeners.ts'
import { eraseUser, exportUser, findUsers, giveTitle, listUsers, logOutUser } from '../../operations/manage-users.ts'
import { giftChoices } from './choices.ts'
import { confirmationOf, listenerReply } from './listener-reply.ts'

const NOT_FOUND = { fault: 'notFound' } as const

export function listenerDeskRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskListeners, async ({ q, page }) => {
    const slice = { page, limit: DESK_PAGE }
    const { rows, ...paged } = await (q.trim() === '' ? listUsers(context, slice) : findUsers(context, q, slice))
    const data = rows.map(({ created_at, email, ...row }) => ({
      ...row,
      email: email ?? '',
      created: created_at.toISOString(),
    }))
    return { ...paged, data }
  })
  registerEndpoint(app, endpoints.deskListenerChoices, ({ q }) => giftChoices(context.db, q))
  registerEndpoint(app, endpoints.deskListener, async ({ id }, _refuse, { name: who }) => {
    const file = await listenerFile(context.db, id, context.now())
    if (!file) return NOT_FOUND
    await noteAction(context.db, context.now(), 'look', `user ${id}`, {}, who)
    return { data: listenerReply(file, context.now()) }
  })
  givingRoutes(app, context)
  accountRoutes(app, context)
}

function givingRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskGiveTitle, async ({ id, title, reason }, _refuse, { name: who }) => {
    const [found] = await context.db.query<{ key: string }>('select key from products where id = $1', [title])
    const given = found ? await giveTitle(context, id, found.key, { who, reason }) : NOT_FOUND
    return typeof given === 'string' ? {} : NOT_FOUND
  })
  registerEndpoint(app, endpoints.deskTakeTitle, ({ id, title, reason }, _refuse, { name: who }) =>
    takeTitle(context, id, title, { who, reason }),
  )
  registerEndpoint(app, endpoints.deskGivePlan, ({ id, plan, days, reason }, _refuse, { name: who }) =>
    givePlan(context, id, { plan, days }, { who, reason }),
  )
  registerEndpoint(app, endpoints.deskTakePlan, ({ id, subscription, reason }, _refuse, { name: who }) =>
    takePlan(context, id, subscription, { who, reason }),
  )
}

function accountRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskEndSessions, async ({ id, session }, _refuse, { name: who }) => {
    const ended = session ? await endSession(context, id, session, who) : await logOutUser(context, id, who)
    return ended === undefined ? NOT_FOUND : { ended }
  })
  registerEndpoint(
    app,
    endpoints.deskExportListener,
    async ({ id }, _refuse, { name: who }) => (await exportUser(context, id, who)) ?? NOT_FOUND,
  )
  registerEndpoint(app, endpoints.deskEraseListener, async ({ id, confirm }, _refuse, { name: who }) => {
    const file = await listenerFile(context.db, id, context.now())
    if (!file) return NOT_FOUND
    if (confirm.trim().toLowerCase() !== confirmationOf(file).toLowerCase())
      return { fault: 'confirm' as const, fields: { confirm: 'wrong' } }
    return (await eraseUser(context, id, who)) ? {} : NOT_FOUND
  })
}
