import { DEAD_LETTERS, SENDING_QUEUES } from '../db/job-schema.ts'

const NAMES = [...SENDING_QUEUES, DEAD_LETTERS].map((name) => `'${name}'`).join(', ')

/**
 * Jobs that wait, and those that were given up (`failed_at`), to select from in place of a table. `id` is the Message-ID,
 * which a job keeps when the operator has it tried again.
 */
export const UNSENT_JOBS = `(select coalesce(source_root_id, id) as id, coalesce(source_name, name) as kind, priority,
    coalesce(source_created_on, created_on) as created_at,
    case name when '${DEAD_LETTERS}' then source_retry_count + 1 else retry_count + (started_on is not null)::int end as tries,
    start_after as due_at, case name when '${DEAD_LETTERS}' then created_on end as failed_at
  from pgboss.job where state < 'completed' and name in (${NAMES}))`
