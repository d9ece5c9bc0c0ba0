import { array, boolean, enums, integer, nullable, object, string, type, type Infer } from 'superstruct'
import { endpoint } from '../http/endpoint.ts'
import { Nothing, status, textUpTo } from '../fields/wire-fields.ts'
import { EDITORS } from './staff/roles.ts'
import { Names } from './list-fields.ts'

/** Why pages were not published: what the page can say in the reader's language. */
const PUBLISH_PROBLEMS = ['busy', 'diskFull', 'noAnswer', 'brokenLinks', 'emptyCatalog', 'gone', 'other'] as const
export type PublishProblem = (typeof PUBLISH_PROBLEMS)[number]

const Request = type({
  id: integer(),
  kind: enums(['publish', 'rollBack']),
  publication: nullable(string()),
  asked_by: string(),
  asked_at: string(),
  state: enums(['waiting', 'running', 'done', 'failed']),
  problem: nullable(enums(PUBLISH_PROBLEMS)),
  /** As the command line says it. */
  text: nullable(string()),
})
export type PublishRequest = Infer<typeof Request>

const Publication = type({ id: string(), at: string(), pages: integer(), titles: integer(), is_served: boolean() })
export type Publication = Infer<typeof Publication>

/** The served publication when there is a newer one: somebody went back. An id begins with its time. */
export function olderServed(publications: readonly Publication[]): Publication | undefined {
  const served = publications.find(({ is_served: isServed }) => isServed)
  return served && publications.some(({ id }) => id > served.id) ? served : undefined
}

export const deskPublishing = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'GET',
  path: '/api/desk/publish/',
  input: Nothing,
  reply: type({
    status,
    /** Whether a process that publishes has reported within the last minutes. */
    is_heard: boolean(),
    is_running: boolean(),
    /** Titles and authors that changed since the served pages; null: too many to name, or not known. */
    waiting: nullable(array(type({ kind: enums(['title', 'author']), id: integer(), name: string(), names: Names }))),
    is_waiting: boolean(),
    /** The last round that failed, when none has succeeded since. */
    failure: nullable(type({ at: string(), problem: enums(PUBLISH_PROBLEMS), text: string() })),
    published_at: nullable(string()),
    publications: array(Publication),
    requests: array(Request),
  }),
  summary: 'What waits to be published, what failed, and the last publications',
})
export const deskPublishNow = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/publish/now/',
  input: Nothing,
  reply: type({ status }),
  summary: 'Publish what waits at once',
})
export const deskRollBack = endpoint({
  auth: 'staff',
  roles: EDITORS,
  method: 'POST',
  path: '/api/desk/publish/roll-back/',
  input: object({ publication: textUpTo(40) }),
  reply: type({ status }),
  faults: ['notFound'],
  summary: 'Serve an earlier publication again, until the catalog changes or somebody publishes',
})
