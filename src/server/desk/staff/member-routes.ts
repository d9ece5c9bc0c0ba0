import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint, WithHeaders } from '../../http/register-endpoint.ts'
import { deskCookie } from '../../http/staff.ts'
import {
  accountOf,
  addPasskey,
  beginPasskey,
  changeStaffPassword,
  endSession,
  removePasskey,
  renewRecoveryCodes,
} from './account.ts'
import { auditPage } from './audit.ts'
import { acceptInvitation, readInvitation } from './invitations.ts'
import { changeRole, endStaff, invite, listStaff, resetFactor } from './members.ts'
import { SESSION_MS } from './sessions.ts'

export function memberRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskStaff, async () => ({ data: await listStaff(context) }))
  registerEndpoint(app, endpoints.deskInvite, (input, _refuse, { name }) => invite(context, input, { who: name }))
  registerEndpoint(app, endpoints.deskChangeRole, (input, _refuse, { name }) =>
    changeRole(context, input, { who: name }),
  )
  registerEndpoint(app, endpoints.deskEndStaff, ({ id }, _refuse, { name }) => endStaff(context, id, { who: name }))
  registerEndpoint(app, endpoints.deskResetFactor, ({ id }, _refuse, { name }) =>
    resetFactor(context, id, { who: name }),
  )
  registerEndpoint(app, endpoints.deskAudit, (input) => auditPage(context, input))
}

export function invitationRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskInvitation, ({ token }, _refuse, _caller, origin) =>
    readInvitation(context, token, origin),
  )
  registerEndpoint(app, endpoints.deskAcceptInvitation, async (input, _refuse, _caller, origin) => {
    const accepted = await acceptInvitation(context, input, origin)
    if (!('token' in accepted)) return accepted
    const { token, name, role, codes } = accepted
    const cookie = deskCookie(token, { seconds: SESSION_MS / 1000, siteUrl: context.siteUrl })
    return new WithHeaders({ name, role, recovery_codes: codes }, { 'set-cookie': cookie })
  })
}

export function accountRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskAccount, (_input, _refuse, staff) => accountOf(context, staff))
  registerEndpoint(app, endpoints.deskEndSession, ({ id }, _refuse, staff) => endSession(context, staff, id))
  registerEndpoint(app, endpoints.deskPasskeyOptions, (_input, _refuse, staff) => beginPasskey(context, staff))
  registerEndpoint(app, endpoints.deskAddPasskey, (input, _refuse, staff) => addPasskey(context, staff, input))
  registerEndpoint(app, endpoints.deskRemovePasskey, ({ id }, _refuse, staff) => removePasskey(context, staff, id))
  registerEndpoint(app, endpoints.deskRecoveryCodes, (_input, _refuse, staff) => renewRecoveryCodes(context, staff))
  registerEndpoint(app, endpoints.deskChangePassword, (input, _refuse, staff) =>
    changeStaffPassword(context, staff, input),
  )
}
