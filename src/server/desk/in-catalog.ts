import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { changeCatalog } from '../db/upsert.ts'

/** Runs in the transaction of the change, with the lock of the catalog: nobody else saves meanwhile. A failure is no change. */
export async function inCatalog<Result extends object>(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  work: (inner: Db) => Promise<Result>,
  isChange: (result: Result) => boolean = () => true,
): Promise<Result> {
  let result: Result | undefined
  await changeCatalog(db, now(), async (inner) => {
    result = await work(inner)
    return 'fault' in result || !isChange(result) ? 0 : 1
  })
  if (!result) throw new Error('the change has no result')
  return result
}

/** For a save that began with this version: whether it left another one. */
export const isNewer =
  (version: string) =>
  (result: object): boolean =>
    'version' in result && result.version !== version
