import { createClient } from '#client/call.ts'
import { readSource, type Source } from './source.ts'

let reading: Promise<Source> | undefined

/** The catalog of this build, read over HTTP at the first query and cached. `API_URL` is the address of the API. */
export function loadCatalog(): Promise<Source> {
  reading ??= readSource(
    createClient({ base: process.env['API_URL'] ?? `http://localhost:${process.env['PORT'] ?? 4321}` }),
  )
  return reading
}
