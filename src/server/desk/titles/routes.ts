import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/http/endpoints.ts'
import type { AppContext } from '../../context.ts'
import { loadAnyProduct } from '../../catalog/titles.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { addChoice, listChoices } from './choices.ts'
import { createTitle } from './create.ts'
import { addEpisode, listShows } from '../episodes/episodes.ts'
import { listTitles } from './list.ts'
import { readTitle } from './read.ts'
import { saveTitle } from './save.ts'
import { changeState } from './state.ts'
import { changeTable } from './table.ts'

export function titleRoutes(app: FastifyInstance, context: AppContext): void {
  registerEndpoint(app, endpoints.deskTitles, (input) => listTitles(context, input))
  registerEndpoint(app, endpoints.deskTitle, ({ id }) => readTitle(context, id))
  registerEndpoint(app, endpoints.deskTitlePage, async ({ id }, refuse) => {
    const title = await loadAnyProduct(context.db, id)
    return title ? { title } : refuse('notFound', 404)
  })
  registerEndpoint(app, endpoints.deskCreateTitle, (input, _refuse, staff) => createTitle(context, staff, input))
  registerEndpoint(app, endpoints.deskSaveTitle, (input, _refuse, staff) => saveTitle(context, staff, input))
  registerEndpoint(app, endpoints.deskChangeState, (input, _refuse, staff) => changeState(context, staff, input))
  registerEndpoint(app, endpoints.deskChoices, (input) => listChoices(context, input))
  registerEndpoint(app, endpoints.deskAddChoice, (input, _refuse, staff) => addChoice(context, staff, input))
  registerEndpoint(app, endpoints.deskShows, () => listShows(context))
  registerEndpoint(app, endpoints.deskAddEpisode, (input, _refuse, staff) => addEpisode(context, staff, input))
  registerEndpoint(app, endpoints.deskChangeTable, (input, _refuse, staff) => changeTable(context, staff, input))
}
