import { dropJobs, listJobs, retryJobs } from '../../src/server/services/operator/jobs.ts'
import type { Command } from './command.ts'

export const jobCommands: Command[] = [
  {
    usage: 'jobs list',
    summary: 'mails and messages that wait or were given up; what is in them is locked',
    run: async (world, _args, { slice }) => ({ list: await listJobs(world, slice) }),
  },
  {
    usage: 'jobs retry',
    summary: 'tries those that were given up once more, from the beginning',
    run: async (world) => ({ done: `${await retryJobs(world)} are tried again` }),
  },
  {
    usage: 'jobs drop',
    summary: 'forgets those that were given up',
    run: async (world) => ({ done: `${await dropJobs(world)} are forgotten` }),
  },
]
