import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { buildFolder, Proxy, runBuild, type Change, type Stop } from './proxy.ts'
import { ADDRESS } from './site.ts'

/** Rebuilds after changes of the catalog, in folders of their own. A file that imports this has its own proxy, folders and catalog. */
export const proxy = new Proxy()
export const [grown, whole] = [buildFolder('grown'), buildFolder('whole')]
export const site = join(grown, 'site')
export const served = (dataDir = grown) => join(dataDir, 'site/current')
export const current = () => readlinkSync(served())
export const page = (file: string) => readFileSync(join(served(), file), 'utf8')
export const rebuild = (args: string[] = [], stop?: Stop) =>
  runBuild({ script: 'rebuild', args, apiUrl: proxy.address, dataDir: grown, ...(stop && { stop }) })
export const build = (dataDir: string) => runBuild({ apiUrl: proxy.address, dataDir })
export const rendered = (out: string) => Number(out.match(/, (\d+) of them new or changed/)?.[1])

/** One digest of everything that is served. */
export function contentOf(dataDir = grown): string {
  const folderNow = join(dataDir, 'site', readlinkSync(served(dataDir)))
  const hash = createHash('sha256')
  for (const entry of readdirSync(folderNow, { recursive: true, withFileTypes: true }).toSorted((a, b) =>
    a.parentPath + a.name < b.parentPath + b.name ? -1 : 1,
  ))
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)))
  return hash.digest('hex')
}

type Row = {
  id: number
  custom_translation?: Record<string, { name: string }>
  inr_price?: { amount: string }
  authors?: Row[]
}
export type Answer = { data?: Row[]; titles?: number; version?: string }
let revision = 0

/** The catalog from now on: every answer goes through the change, and the version tells that something changed. */
export function changeCatalog(change: Change): void {
  revision += 1
  const now = revision
  proxy.change = (path, answer: never) => {
    const changed = change(path, answer) as Answer
    return path.startsWith('/api/build/version/') ? { ...changed, version: `test-${now}` } : changed
  }
}

/** Changes entries of one id wherever they stand in an answer, however deep. */
export function everywhere(answer: unknown, isIt: (row: Row) => boolean, alter: (row: Row) => unknown): unknown {
  if (Array.isArray(answer)) return answer.map((one) => everywhere(one, isIt, alter))
  if (typeof answer !== 'object' || answer === null) return answer
  const inner = Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, everywhere(value, isIt, alter)]))
  return isIt(inner as Row) ? alter(inner as Row) : inner
}

/** An answer without the title and without its number in lists of titles. */
export function without(answer: unknown, key = ''): unknown {
  if (Array.isArray(answer))
    return answer
      .filter((one: Row | number) =>
        typeof one === 'number' ? !key.endsWith('_ids') || one !== title.id : !isTitle(one),
      )
      .map((one) => without(one))
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, without(value, name)]))
}

export let title: Row & { product_slug: string; authors: Row[] }
export const isTitle = (row: Row) => row.id === title.id && row.inr_price !== undefined
/** Other kinds of rows have ids of their own, which may be the same number. */
export const isAuthor = ({ id, custom_translation: args }: Row) =>
  id === title.authors[0]?.id && args?.['en']?.name === title.authors[0].custom_translation?.['en']?.name
export const renamedTo = (name: string) => (row: Row) => ({
  ...row,
  custom_translation: { ...row.custom_translation, en: { ...row.custom_translation?.['en'], name } },
})
export const renamed = renamedTo('Another name altogether')

/** Hooks of a test file: a first publication to rebuild from, and nothing left afterwards. */
export function useRebuildFolders(): void {
  beforeAll(async () => {
    await proxy.start()
    const { data } = (await (await fetch(`${ADDRESS}/api/build/products/?limit=500`)).json()) as {
      data: (typeof title)[]
    }
    const found = data.find(({ custom_translation: args, authors }) => args?.['en'] && args['mr'] && authors[0])
    if (!found) throw new Error('the catalog has no title in both languages')
    title = found
    cpSync(inject('publication'), join(grown, 'site'), { recursive: true, verbatimSymlinks: true })
  })
  afterEach(() => {
    proxy.delay = 0
  })
  afterAll(() => {
    proxy.stop()
    for (const one of [grown, whole]) rmSync(one, { recursive: true, force: true })
  })
}
