import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { changesSince } from '../../../src/server/catalog/changes/changes.ts'
import type { Db, Target } from '../../../src/server/db/connect.ts'
import {
  awaitRequest,
  endRequest,
  forgetRequests,
  reportPublications,
  takeRequest,
  type Publications,
  type PublishRequest,
} from '../../../src/server/desk/publish/publications.ts'
import { messageOf } from '../../../src/server/runtime/startup-error.ts'
import { currentBuild, publications } from '../publish.ts'
import { rollBack } from '../roll-back.ts'
import { buildSite, type SiteOptions } from '../site.ts'

/** How often the report says that somebody is there. */
const HEARTBEAT_MS = 30_000
/** A publication by another process is waited for. */
const BUSY_MS = 2_000
const BUSY_TRIES = 150

/** Where requests come from. `target`: a connection that listens is opened with it. */
export type Desk = { db: Db; target: Target }

/**
 * Reports each round of a publisher to the desk, and runs what the desk asks for between the rounds. Without a database the rounds
 * run as before, and the desk says that nobody is there.
 */
export function createPublisher(options: SiteOptions, desk: Desk | undefined) {
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: the pages have one folder. */
  function queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }

  /** A round: `work` publishes when something changed. What it throws is reported and thrown again. */
  const round = (work: () => Promise<unknown>): Promise<void> => queued(() => reported(options, desk, work))

  /** Runs requests until the signal. */
  async function serve(signal: AbortSignal): Promise<void> {
    while (desk && !signal.aborted) {
      try {
        await forgetRequests(desk.db, new Date())
        for (
          let request = await takeRequest(desk.db, new Date());
          request;
          request = await takeRequest(desk.db, new Date())
        )
          await answer(desk, options, request, queued)
        await reportPublications(desk.db, { at: new Date().toISOString(), ...(await existing(options.dataDir)) })
        await awaitRequest(desk.target, HEARTBEAT_MS, signal)
      } catch (error) {
        if (signal.aborted) return
        options.report(`requests of the desk: ${messageOf(error)}`)
        await wait(HEARTBEAT_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  return { round, serve }
}

async function answer(
  desk: Desk,
  options: SiteOptions,
  { id, kind, publication }: PublishRequest,
  queued: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const work = kind === 'publish' ? () => buildSite(options) : () => rollBack(options.dataDir, publication ?? undefined)
  try {
    await queued(() => reported(options, desk, () => whenFree(work, options.signal), kind === 'publish'))
    await endRequest(desk.db, id, new Date())
  } catch (error) {
    await endRequest(desk.db, id, new Date(), messageOf(error).trim())
  }
}

async function whenFree(work: () => Promise<unknown>, signal?: AbortSignal, tries = BUSY_TRIES): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1 || !/another build of these pages is running/.test(messageOf(error))) throw error
    await wait(BUSY_MS, undefined, { signal })
    return whenFree(work, signal, tries - 1)
  }
}

/** `showsAll`: afterwards the pages show everything that was committed before. */
async function reported(
  { dataDir }: SiteOptions,
  desk: Desk | undefined,
  work: () => Promise<unknown>,
  showsAll = true,
): Promise<void> {
  const tell = async (part: Partial<Publications>) =>
    desk && reportPublications(desk.db, { at: new Date().toISOString(), ...part }).catch(() => undefined)
  const revision = desk && (await changesSince(desk.db).catch(() => undefined))?.revision
  await tell({ isRunning: true })
  try {
    await work()
    const publishedAt = new Date().toISOString()
    // Undefined would leave the last failure in the report.
    const done = { isRunning: false, ...(showsAll && { revision, publishedAt, failure: null as never }) }
    await tell({ ...done, ...(await existing(dataDir)) })
  } catch (error) {
    await tell({ isRunning: false, failure: { at: new Date().toISOString(), text: messageOf(error).trim() } })
    throw error
  }
}

/** The publications in the folder, newest first. */
async function existing(dataDir: string): Promise<Pick<Publications, 'publications'>> {
  const siteFolder = resolve(dataDir, 'site')
  const [ids, current] = await Promise.all([publications(siteFolder), currentBuild(siteFolder)])
  const list = await Promise.all(
    ids.map(async (id) => {
      const text = await readFile(join(siteFolder, 'builds', id, 'manifest.json'), 'utf8').catch(() => '{}')
      const { pages = 0, titles = 0 } = JSON.parse(text) as { pages?: number; titles?: number }
      return { id, pages, titles, isServed: id === current }
    }),
  )
  return { publications: list.toReversed() }
}
