import { createClient } from '../../../src/client/call.ts'
import { MOST_IDS } from '../../../src/contract/catalog/bulk.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { readCatalog, readLists, readWith, type Lists, type Read } from '../../../src/catalog/source.ts'
import { digestOf, readState, storeAll, storeUpdate, verifyParts, type State } from './store.ts'

/**
 * Brings the stored catalog up to date: reads what changed since it was stored, or everything when there is no such store,
 * the API asks for it, or a file is damaged.
 */
export async function refreshCatalog(folder: string, apiUrl: string, key: string): Promise<State> {
  const read = readWith(createClient({ base: apiUrl }))
  const stored = await readState(folder, key)
  const update = stored && (await readUpdate(folder, stored, read).catch(ignoreDamage))
  if (update) return update
  // The revision first: what changes while everything is read is reported again next time.
  const { revision } = await read(endpoints.bulkChanges, { wait: 0 })
  return storeAll(folder, await readCatalog(createClient({ base: apiUrl })), { key, revision })
}

/** A fault of the API ends the build; damaged files are read again. */
function ignoreDamage(error: unknown): undefined {
  if (error instanceof Error && error.message.startsWith('the API call')) throw error
}

/** Undefined: everything has to be read. */
async function readUpdate(folder: string, stored: State, read: Read): Promise<State | undefined> {
  const intact = isIntact(folder, stored)
  // The version before the changes: the pages may show more than their version says, never less.
  const { version, titles: count } = await read(endpoints.bulkVersion, {})
  const changes = await read(endpoints.bulkChanges, { since: stored.revision, wait: 0 })
  if (!changes.is_complete) return undefined
  const { titles, authors, revision } = changes
  const [titleRows, authorRows, lists, isWhole] = await Promise.all([
    readByIds(titles, (ids) => read(endpoints.bulkProducts, { ids, after: 0, limit: MOST_IDS })),
    readByIds(authors, (ids) => read(endpoints.bulkAuthors, { ids, after: 0, limit: MOST_IDS })),
    readChangedLists(stored, changes, read),
    intact,
  ])
  if (!isWhole) return undefined
  const update = {
    titles: { ids: titles, rows: titleRows },
    authors: { ids: authors, rows: authorRows },
    ...(lists && { lists }),
  }
  const state = await storeUpdate(folder, stored, update, { version, revision })
  // Whatever the marks of the database missed, for example after a restore of single tables.
  return state.titles === count ? state : undefined
}

/** Undefined: the lists are as they were stored. Settings of the shop are in no table: they are read each time. */
async function readChangedLists(
  { entries }: State,
  changes: ReplyOf<typeof endpoints.bulkChanges>,
  read: Read,
): Promise<Lists | undefined> {
  const isSame = changes.is_unchanged && entries['options'] === digestOf(await read(endpoints.siteOptions, {}))
  return isSame ? undefined : readLists(read)
}

async function readByIds<Row>(ids: number[], readSome: (ids: number[]) => Promise<{ data: Row[] }>): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < ids.length; from += MOST_IDS)
    rows.push(...(await readSome(ids.slice(from, from + MOST_IDS))).data)
  return rows
}

/** False when a stored file is damaged: also one that this update leaves as it is, because pages are about to be made of it. */
const isIntact = (folder: string, state: State): Promise<boolean> =>
  verifyParts(folder, state).then(
    () => true,
    () => false,
  )
