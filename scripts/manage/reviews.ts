import { decideReview, listReviews, type Decision } from '../../src/server/reviews/moderation.ts'
import type { AppContext } from '../../src/server/context.ts'
import { found, idOf, type Command, type Told } from './command.ts'

export const reviewCommands: Command[] = [
  {
    usage: 'reviews list',
    summary: 'reviews that wait to be looked at, newest first',
    run: async (context, _args, { slice }) => ({ list: await listReviews(context, 'waiting', slice) }),
  },
  {
    usage: 'reviews decided',
    summary: 'reviews that were approved or rejected, newest first',
    run: async (context, _args, { slice }) => ({ list: await listReviews(context, 'decided', slice) }),
  },
  {
    usage: 'reviews approve ID',
    summary: 'shown on the page of its title with the next rebuild',
    run: (context, [id]) => decide(context, idOf(id), 'approved'),
  },
  {
    usage: 'reviews reject ID',
    summary: 'shown nowhere',
    run: (context, [id]) => decide(context, idOf(id), 'rejected'),
  },
]

async function decide(context: AppContext, id: number, decision: Decision): Promise<Told> {
  found((await decideReview(context, id, decision)) || undefined, 'review', id)
  return { done: `review ${id} is ${decision}` }
}
