import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { changeCatalog } from '../db/upsert.ts'

/** Ends the transaction of a work that failed after it wrote. */
class Refused extends Error {}

/** Runs in the transaction of the change, with the lock of the catalog: nobody else saves meanwhile. A failure writes nothing. */
export async function inCatalog<Result extends object>(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  work: (inner: Db) => Promise<Result>,
  isChange: (result: Result) => boolean = () => true,
): Promise<Result> {
  let result: Result | undefined
  try {
    await changeCatalog(db, now(), async (inner) => {
      result = await work(inner)
      if ('fault' in result) throw new Refused()
      return isChange(result) ? 1 : 0
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
  if (!result) throw new Error('the change has no result')
  return result
}

/** For a save that began with this version: whether it left another one. */
export const isNewer =
  (version: string) =>
  (result: object): boolean =>
    'version' in result && result.version !== version
