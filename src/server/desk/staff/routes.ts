import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { AppContext } from '../../context.ts'

export function staffRoutes(app: FastifyInstance, _context: AppContext): void {
  registerEndpoint(app, endpoints.deskMe, (_input, _refuse, { name, role, isSteppedUp }) => ({
    name,
    role,
    is_stepped_up: isSteppedUp,
  }))
}
