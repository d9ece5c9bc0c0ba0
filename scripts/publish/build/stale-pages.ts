// Astro integration: renders only the pages whose data changed since the publication before, and notes what each page asked. Read by astro.config.mjs.
import { hash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AstroIntegration, AstroPrerenderer, PathWithRoute } from 'astro'
import { ledger } from '../../../src/catalog/dependency-tracker.ts'

/** By site path: digest of everything the page shows of the catalog, and the questions whose answers that is. */
export type Digests = Record<string, { digest: string; asked: string[] }>

/** File of a page below the site folder. */
export function fileOf(path: string): string {
  if (path === '/404') return '404.html'
  return /\.\w+$/.test(path) ? path.slice(1) : join(path, 'index.html').slice(1)
}

/** `SITE_BASE` names the publication whose pages may be kept, `SITE_DIGESTS` the file for the digests of this build. */
export function stalePages(): AstroIntegration {
  const { SITE_BASE: base, SITE_DIGESTS: file } = process.env
  return {
    name: 'shop-stale-pages',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        if (file) setPrerenderer((byDefault) => renderStale(byDefault, file, base))
      },
    },
  }
}

function renderStale(byDefault: AstroPrerenderer, file: string, base?: string): AstroPrerenderer {
  const before: Digests = base ? (JSON.parse(readFileSync(join(base, 'digests.json'), 'utf8')) as Digests) : {}
  const now: Digests = {}
  return {
    ...byDefault,
    name: 'shop-stale-pages',
    async getStaticPaths() {
      const stale: PathWithRoute[] = []
      for (const entry of await byDefault.getStaticPaths()) {
        const path = pathOf(entry.pathname)
        const known = before[path]
        if (known && base && (await digestOf(known.asked)) === known.digest && existsSync(join(base, fileOf(path))))
          now[path] = known
        else stale.push(entry)
      }
      return stale
    },
    async render(request, options) {
      const asked = new Set<string>()
      const response = await ledger.asking.run(asked, async () => {
        const rendered = await byDefault.render(request, options)
        const answer = rendered instanceof Response ? rendered : rendered.response
        // Read here: a body that is still to be written would ask its questions unheard.
        return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers })
      })
      const questions = [...asked].toSorted()
      now[pathOf(new URL(request.url).pathname)] = { digest: await digestOf(questions), asked: questions }
      return response
    },
    async teardown() {
      await byDefault.teardown?.()
      writeFileSync(file, JSON.stringify(now))
    },
  }
}

/** `/mr/kids/` and `/mr/kids` are one page. */
const pathOf = (pathname: string) => decodeURI(pathname).replace(/(?<=.)\/$/, '')

const answered = new Map<string, Promise<string>>()

async function digestOf(asked: readonly string[]): Promise<string> {
  const parts = await Promise.all(asked.map((words) => answerDigest(words)))
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 22)
}

/** Each question is asked once a build, however many pages ask it. */
function answerDigest(words: string): Promise<string> {
  const known = answered.get(words)
  if (known) return known
  const made = readAnswer(words)
  answered.set(words, made)
  return made
}

async function readAnswer(words: string): Promise<string> {
  const [name, given] = JSON.parse(words) as [string, never]
  // A question that is gone, or about a title that is gone, has another answer than before.
  const data = await ledger.answers
    .get(name)?.(given)
    .catch(() => undefined)
  return `${words}=${hash('sha256', JSON.stringify(data) ?? 'gone', 'base64url')}`
}
