import { decideReview, listReviews, type Decision } from '../../src/server/services/reviews/moderation.ts'
import type { World } from '../../src/server/world.ts'
import { found, idOf, type Command, type Told } from './command.ts'

export const reviewCommands: Command[] = [
  {
    usage: 'reviews list',
    summary: 'reviews that wait to be looked at, newest first',
    run: async (world, _args, { slice }) => ({ list: await listReviews(world, 'waiting', slice) }),
  },
  {
    usage: 'reviews decided',
    summary: 'reviews that were approved or rejected, newest first',
    run: async (world, _args, { slice }) => ({ list: await listReviews(world, 'decided', slice) }),
  },
  {
    usage: 'reviews approve ID',
    summary: 'shown on the page of its title with the next rebuild',
    run: (world, [id]) => decide(world, idOf(id), 'approved'),
  },
  {
    usage: 'reviews reject ID',
    summary: 'shown nowhere',
    run: (world, [id]) => decide(world, idOf(id), 'rejected'),
  },
]

async function decide(world: World, id: number, decision: Decision): Promise<Told> {
  found((await decideReview(world, id, decision)) || undefined, 'review', id)
  return { done: `review ${id} is ${decision}` }
}
