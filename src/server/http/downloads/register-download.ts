import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Endpoint, FaultOf, InputOf } from '#contract/http/endpoint.ts'
import type { Failure } from '../../runtime/failure.ts'
import { readInput } from '../read-input.ts'
import { Refused } from '../refused.ts'
import { sendResult } from '../register-endpoint.ts'
import { deskRefusal, staffFor, type StaffCaller } from '../staff.ts'

type Row = Endpoint & { auth: 'staff' }
/** `bytes`: the length, when it is known before the first byte. `isShown`: a player or reader of the browser opens it. */
type Download = { name: string; contentType: string; stream: Readable; bytes?: number; isShown?: boolean }

/** Serves a file to a person at the desk: the same guard as for their other calls; a refusal is JSON. */
export function registerDownload<E extends Row>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: InputOf<E>, caller: StaffCaller) => Promise<Download | Failure<FaultOf<E>>>,
): void {
  app.guard.registered.add(endpoint)
  app.route({
    method: 'GET',
    url: endpoint.path,
    async handler(request, reply) {
      const caller = await staffFor(app.guard.staffOf, request)
      const call = { guard: app.guard, endpoint, caller }
      if (!caller) return sendResult(call, request, reply, new Refused('signedOut', 401))
      const refusal = deskRefusal(endpoint, caller, request, app.guard.siteOrigin)
      if (refusal) return sendResult(call, request, reply, refusal)
      const input = readInput(endpoint, request, undefined)
      if (input instanceof Refused) return sendResult(call, request, reply, input)
      const file = await handler(input as InputOf<E>, caller)
      if ('fault' in file) return sendResult(call, request, reply, file)
      const { name, contentType, stream, bytes, isShown } = file
      return reply
        .headers({
          'content-type': contentType,
          'cache-control': 'private, no-store',
          'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}"`,
          ...(bytes !== undefined && { 'content-length': bytes }),
        })
        .send(stream)
    },
  })
}
