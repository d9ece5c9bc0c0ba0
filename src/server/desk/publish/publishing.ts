import type { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import type { PublishProblem, PublishRequest as Request } from '#contract/desk/publish.ts'
import { noteAction } from '../../audit/audit-log.ts'
import { changesSince } from '../../catalog/changes/changes.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { askToPublish, lastRequests, readPublications, type PublishRequest } from './publications.ts'
import type { Failure } from '../../runtime/failure.ts'

type Dependencies = Pick<AppContext, 'db' | 'now'>
type Publishing = Omit<ReplyOf<typeof endpoints.deskPublishing>, 'status'>

/** A process that publishes reports at least every half minute. */
const HEARD_MS = 2 * 60_000
/** More are not named. */
const MOST_NAMED = 100

export async function publishingNow({ db, now }: Dependencies): Promise<Publishing> {
  const report = await readPublications(db)
  const requests = await lastRequests(db)
  const waiting = await waitingFor(db, report?.revision)
  return {
    is_heard: report !== undefined && now().getTime() - new Date(report.at).getTime() < HEARD_MS,
    is_running: report?.isRunning ?? false,
    waiting,
    is_waiting: waiting === null || waiting.length > 0,
    failure: report?.failure ? { ...report.failure, problem: problemOf(report.failure.text) } : null,
    published_at: report?.publishedAt ?? null,
    publications: (report?.publications ?? []).map(({ id, pages, titles, isServed }) => ({
      ...{ id, at: timeOf(id), pages, titles },
      is_served: isServed,
    })),
    requests: requests.map(requestOf),
  }
}

const NAMES = `jsonb_strip_nulls(jsonb_build_object('en', translations->'en'->>'name', 'mr', translations->'mr'->>'name')) as names`

/** Titles and authors that changed since. Null: more than are named, or something else of the shop, as its menu. */
async function waitingFor(db: Db, revision: string | undefined): Promise<Publishing['waiting']> {
  const changes = await changesSince(db, revision)
  if (!changes.is_complete) return null
  if (changes.is_unchanged) return []
  const count = changes.titles.length + changes.authors.length
  if (count === 0 || count > MOST_NAMED) return null
  return db.query<NonNullable<Publishing['waiting']>[number]>(
    `select 'title' as kind, id, name, ${NAMES} from products where id = any($1)
     union all select 'author', id, name, ${NAMES} from people where id = any($2) order by kind desc, name`,
    [changes.titles, changes.authors],
  )
}

/** The id of a publication is its time without punctuation. */
function timeOf(id: string): string {
  const [, day = '', time = ''] = /^(\d{8})T(\d{6})/.exec(id) ?? []
  return `${day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')}T${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}Z`
}

function requestOf({
  id,
  kind,
  publication,
  asked_by,
  asked_at,
  started_at,
  ended_at,
  problem,
}: PublishRequest): Request {
  const state = ended_at ? (problem === null ? 'done' : 'failed') : started_at ? 'running' : 'waiting'
  return {
    ...{ id, kind, publication, asked_by, asked_at: asked_at.toISOString(), state },
    problem: problem === null ? null : problemOf(problem),
    text: problem,
  }
}

const PROBLEMS: readonly [PublishProblem, RegExp][] = [
  ['busy', /another build of these pages is running/],
  ['diskFull', /no space is left|ENOSPC/i],
  ['emptyCatalog', /counts no titles/],
  ['noAnswer', /does not answer|ECONNREFUSED/],
  ['brokenLinks', /link/i],
  ['gone', /there is no publication/],
]

export function problemOf(text: string): PublishProblem {
  return PROBLEMS.find(([, sign]) => sign.test(text))?.[0] ?? 'other'
}

export async function publishNow({ db, now }: Dependencies, who: string): Promise<{ status: true }> {
  await db.transaction(async (inner) => {
    await askToPublish(inner, { kind: 'publish', who, now: now() })
    await noteAction(inner, now(), 'publish now', 'pages', {}, who)
  })
  return { status: true }
}

export async function rollBackTo(
  { db, now }: Dependencies,
  publication: string,
  who: string,
): Promise<{ status: true } | Failure<'notFound'>> {
  const known = (await readPublications(db))?.publications.some(({ id }) => id === publication)
  if (!known) return { fault: 'notFound' }
  await db.transaction(async (inner) => {
    await askToPublish(inner, { kind: 'rollBack', publication, who, now: now() })
    await noteAction(inner, now(), 'roll back', publication, {}, who)
  })
  return { status: true }
}
