import { dropJobs, listJobs, retryJobs } from '../../src/server/jobs/manage-jobs.ts'
import type { Command } from './command.ts'

export const jobCommands: Command[] = [
  {
    usage: 'jobs list',
    summary: 'mails and messages that wait or were given up; what is in them is locked',
    run: async (context, _args, { slice }) => ({ list: await listJobs(context, slice) }),
  },
  {
    usage: 'jobs retry',
    summary: 'tries those that were given up once more, from the beginning',
    run: async (context) => ({ done: `${await retryJobs(context)} are tried again` }),
  },
  {
    usage: 'jobs drop',
    summary: 'forgets those that were given up',
    run: async (context) => ({ done: `${await dropJobs(context)} are forgotten` }),
  },
]
