import type { FastifyInstance } from 'fastify'
import { mayEnter } from '#contract/desk/staff/areas.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { retryJobs } from '../../jobs/manage-jobs.ts'
import { daySales } from './day-sales.ts'
import { waitingFor } from './waiting.ts'

export function homeRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context
  registerEndpoint(app, endpoints.deskHome, async (_input, _refuse, { role }) => {
    const [waiting, sales] = await Promise.all([
      waitingFor(db, role),
      mayEnter(role, 'figures') ? daySales(db, now()) : null,
    ])
    return { waiting, sales }
  })
  registerEndpoint(app, endpoints.deskRetryMails, async (_input, _refuse, { name }) => ({
    count: await retryJobs(context, name),
  }))
}
