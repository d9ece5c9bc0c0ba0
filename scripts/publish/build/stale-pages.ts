// Astro integration: renders only the pages whose data changed since the previous publication, and records the queries of each page. Read by astro.config.mjs.
import { hash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AstroIntegration, AstroPrerenderer, PathWithRoute } from 'astro'
import { dependencyTracker } from '../../../src/catalog/dependency-tracker.ts'

/** By site path: the catalog queries of the page, and the digest of their results. */
export type Digests = Record<string, { digest: string; queries: string[] }>

/** File of a page below the site folder. */
export function fileOf(path: string): string {
  if (path === '/404') return '404.html'
  return /\.\w+$/.test(path) ? path.slice(1) : join(path, 'index.html').slice(1)
}

/** `SITE_BASE`: the publication whose pages may be reused; `SITE_DIGESTS`: the file for the digests of this build. */
export function stalePages(): AstroIntegration {
  const { SITE_BASE: base, SITE_DIGESTS: file } = process.env
  return {
    name: 'shop-stale-pages',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        if (file) setPrerenderer((defaultPrerenderer) => renderStale(defaultPrerenderer, file, base))
      },
    },
  }
}

function renderStale(defaultPrerenderer: AstroPrerenderer, file: string, base?: string): AstroPrerenderer {
  const previous: Digests = base ? (JSON.parse(readFileSync(join(base, 'digests.json'), 'utf8')) as Digests) : {}
  const current: Digests = {}
  return {
    ...defaultPrerenderer,
    name: 'shop-stale-pages',
    async getStaticPaths() {
      const stale: PathWithRoute[] = []
      for (const entry of await defaultPrerenderer.getStaticPaths()) {
        const path = pathOf(entry.pathname)
        const cached = previous[path]
        if (
          cached &&
          base &&
          (await digestOf(cached.queries)) === cached.digest &&
          existsSync(join(base, fileOf(path)))
        )
          current[path] = cached
        else stale.push(entry)
      }
      return stale
    },
    async render(request, options) {
      const queries = new Set<string>()
      const response = await dependencyTracker.recording.run(queries, async () => {
        const rendered = await defaultPrerenderer.render(request, options)
        const answer = rendered instanceof Response ? rendered : rendered.response
        // Read the body here: queries of a streamed body would not be recorded.
        return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers })
      })
      const recorded = [...queries].toSorted()
      current[pathOf(new URL(request.url).pathname)] = { digest: await digestOf(recorded), queries: recorded }
      return response
    },
    async teardown() {
      await defaultPrerenderer.teardown?.()
      writeFileSync(file, JSON.stringify(current))
    },
  }
}

/** `/mr/kids/` and `/mr/kids` are the same page. */
const pathOf = (pathname: string) => decodeURI(pathname).replace(/(?<=.)\/$/, '')

const resultDigests = new Map<string, Promise<string>>()

async function digestOf(queries: readonly string[]): Promise<string> {
  const parts = await Promise.all(queries.map((query) => resultDigest(query)))
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 22)
}

/** Runs each query once per build. */
function resultDigest(query: string): Promise<string> {
  const cached = resultDigests.get(query)
  if (cached) return cached
  const pending = runQuery(query)
  resultDigests.set(query, pending)
  return pending
}

async function runQuery(query: string): Promise<string> {
  const [name, args] = JSON.parse(query) as [string, never]
  // A query that was removed, or about a removed title, must get another digest.
  const data = await dependencyTracker.queries
    .get(name)?.(args)
    .catch(() => undefined)
  return `${query}=${hash('sha256', JSON.stringify(data) ?? 'gone', 'base64url')}`
}
