import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { readName, saveName } from './edit-name.ts'
import { listNames } from './list-names.ts'

export function nameRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskNames, async (input) => {
    const { rows, ...paged } = await listNames(context.db, input)
    return { ...paged, data: rows.map(({ id: _id, ...row }) => row) }
  })
  registerEndpoint(app, endpoints.deskName, async ({ of, key }, refuse) => {
    const name = await readName(context.db, of, key)
    return name ? { name } : refuse('notFound', 404)
  })
  registerEndpoint(app, endpoints.deskSaveName, (input, _refuse, staff) => saveName(context, input, staff))
}
