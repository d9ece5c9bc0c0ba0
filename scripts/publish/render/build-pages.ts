// Renders the stale pages of a stored catalog, in as many processes as there are cores. Started by rendering.ts, before the catalog is stored.
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dependencyTracker } from '../../../src/catalog/tracking/dependency-tracker.ts'
import { readAhead } from '../../../src/catalog/tracking/stored-parts.ts'
import type { State } from '../catalog/store.ts'
import { readJson } from '../files.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { endFailed, endWithParent, tellDone, tellRendered } from './end-process.ts'
import {
  affectedQueries,
  estimateStale,
  KNOWLEDGE,
  knowledgeOf,
  pathOf,
  readKnowledge,
  stalePages,
  type Digests,
  type Knowledge,
} from './stale-pages.ts'
import { createOthers, type Answer } from './other-processes.ts'
import { replaceShell } from './replace-shell.ts'
import { openRenderer, type PagePath, type Renderer } from './renderer.ts'
import { handOut, renderShare, RESULT_FILE, type RenderResult, type Share } from './render-share.ts'

const env = (name: string): string => process.env[name] ?? ''
const REPORT_EVERY = 200

let count = 0
const countPage = () => {
  count += 1
  if (count % REPORT_EVERY === 0) console.log(`${count} pages`)
}

async function main(opening: Promise<Renderer>, begun: Promise<unknown>, folder: string): Promise<void> {
  const base = env('SITE_BASE')
  const nothing: Knowledge = { digests: {}, queries: {}, entries: {} }
  const reading = base ? readAhead(env('SITE_CATALOG')) : undefined
  const [renderer, previous] = await Promise.all([opening, base ? readKnowledge(base) : nothing, begun])
  await reading
  const { entries } = readJson<State>(join(env('SITE_CATALOG'), 'state.json'))
  mkdirSync(folder, { recursive: true })
  const others = createOthers({ script: fileURLToPath(import.meta.url), folder, rendered: countPage })
  // While this process reads the catalog: the others read it too.
  const affected = affectedQueries(entries, previous)
  others.startFor(estimateStale(entries, previous, affected))
  const pages = await renderer.paths()
  const stale = await stalePages(pages, previous, affected)
  others.startFor(stale.length)
  const take = handOut(stale)
  others.handOut(take)
  const own = await renderShare(renderer, take, folder, countPage)
  const answers = await others.end()
  for (const { results } of answers) for (const [query, result] of results) dependencyTracker.results.set(query, result)
  const shares = [own, ...answers.map(({ share }) => share)]
  const queries = Object.assign({}, ...shares.map((share) => share.queries)) as Share['queries']
  const stalePaths = new Set(stale.map(({ pathname }) => pathOf(pathname)))
  const knowledge = knowledgeOf(
    pages,
    (path) => (stalePaths.has(path) ? undefined : previous.digests[path]),
    (path) => queries[path] ?? previous.digests[path]?.queries ?? [],
    entries,
  )
  const { digests } = knowledge
  const rendered = [...stalePaths].filter((path) => queries[path])
  const result = { rendered, ...differences(digests, previous.digests), shares: shares.map(({ facts }) => facts) }
  writeFileSync(join(folder, RESULT_FILE), JSON.stringify(result satisfies RenderResult))
  // The publication is completed while this process writes what the next build needs to know.
  tellRendered()
  await nextTurn()
  const contents = [digests, knowledge.queries, knowledge.entries]
  KNOWLEDGE.forEach((name, index) => writeFileSync(join(folder, name), JSON.stringify(contents[index])))
}

/** Digests of pages that are not the same objects as before, and paths that are gone. */
const differences = (digests: Digests, before: Digests): Pick<RenderResult, 'digests' | 'gone'> => ({
  digests: Object.fromEntries(Object.entries(digests).filter(([path, page]) => before[path] !== page)),
  gone: Object.keys(before).filter((path) => !digests[path]),
})

/** In a process of its own: renders pages that the parent hands out. */
async function serveShare(renderer: Promise<Renderer>): Promise<void> {
  const send = (message: Answer | 'page' | 'take') =>
    new Promise((done) => process.send?.(message, undefined, {}, done))
  const received = async () => (await once(process, 'message'))[0]
  const folder: string = await received()
  const open = await renderer
  // The catalog and the paths first: islands of a page that waits for them would be numbered in another order.
  await open.paths()
  const take = (): Promise<PagePath[]> => {
    const pages = received()
    void send('take')
    return pages
  }
  const share = await renderShare(open, take, folder, () => void send('page'))
  await send({ share, results: [...dependencyTracker.results] })
}

endWithParent()
const opening = openRenderer(env('SITE_RENDERER'), env('SITE_URL')).then((renderer) => ({
  ...renderer,
  render: replaceShell(env('SITE_BASE'), renderer.render),
}))
if (process.argv.includes('--share')) serveShare(opening).catch(endFailed)
else
  main(opening, env('SITE_WAITS') ? once(process, 'message') : Promise.resolve(), env('SITE_OUT')).then(
    tellDone,
    endFailed,
  )
