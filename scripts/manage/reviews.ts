import { decideReview, listReviews, type Decision } from '../../src/server/reviews/moderation.ts'
import type { AppContext } from '../../src/server/context.ts'
import { idOf, requireFound, type Command, type CommandResult } from './command.ts'

export const reviewCommands: Command[] = [
  {
    usage: 'reviews list',
    summary: 'reviews that wait for a decision, newest first',
    run: async (context, _args, { slice }) => ({ list: await listReviews(context, 'waiting', slice) }),
  },
  {
    usage: 'reviews decided',
    summary: 'reviews that were approved or rejected, newest first',
    run: async (context, _args, { slice }) => ({ list: await listReviews(context, 'decided', slice) }),
  },
  {
    usage: 'reviews approve ID',
    summary: 'approve a review: the next rebuild shows it on the page of its title',
    run: (context, [id]) => decide(context, idOf(id), 'approved'),
  },
  {
    usage: 'reviews reject ID',
    summary: 'reject a review',
    run: (context, [id]) => decide(context, idOf(id), 'rejected'),
  },
]

async function decide(context: AppContext, id: number, decision: Decision): Promise<CommandResult> {
  requireFound((await decideReview(context, id, decision)) || undefined, 'review', id)
  return { done: `review ${id} is ${decision}` }
}
