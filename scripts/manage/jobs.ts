import { dropJobs, listJobs, retryJobs } from '../../src/server/jobs/manage-jobs.ts'
import type { Command } from './command.ts'

export const jobCommands: Command[] = [
  {
    usage: 'jobs list',
    summary: 'waiting and failed mails and text messages, without their encrypted content',
    run: async (context, _args, { slice }) => ({ list: await listJobs(context, slice) }),
  },
  {
    usage: 'jobs retry',
    summary: 'retry the failed ones from the first attempt',
    run: async (context) => ({ done: `${await retryJobs(context)} will be retried` }),
  },
  {
    usage: 'jobs drop',
    summary: 'delete the failed ones',
    run: async (context) => ({ done: `${await dropJobs(context)} were deleted` }),
  },
]
