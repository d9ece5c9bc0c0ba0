import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js'
import type { PathWithRoute } from 'astro'
import { pageFinisher } from '../build/finish-page.ts'
import { dependencyTracker } from '../../../src/catalog/tracking/dependency-tracker.ts'
import type { SavedRenderer } from './save-renderer.ts'

/**
 * A page to render: its path, and the component of its route. `onlyShell`: nothing but the result of the query of its shell differs from the
 * served page; that query, and all of the page.
 */
export type PagePath = {
  pathname: string
  component: string
  isEndpoint: boolean
  onlyShell?: { shell: string; queries: string[] }
}
type Rendered = { content: Buffer; queries: string[] }
export type Renderer = { paths(): Promise<PagePath[]>; render(page: PagePath): Promise<Rendered> }

type App = ConstructorParameters<typeof StaticPaths>[0] & {
  setInternals(internals: object): void
  setOptions(options: object): void
  render(request: Request, options: object): Promise<Response>
}

/** Loads a saved renderer. It renders as the build of Astro does: same bundle, same styles, same scripts. */
export async function openRenderer(folder: string, siteUrl: string): Promise<Renderer> {
  const saved = JSON.parse(await readFile(join(folder, 'renderer.json'), 'utf8')) as SavedRenderer
  const { app } = (await import(pathToFileURL(join(folder, 'server', saved.entry)).href)) as { app: App }
  const { manifest } = app
  app.setInternals({
    pagesByKeys: new Map(saved.pages),
    entrySpecifierToBundleMap: new Map(Object.entries(manifest.entryModules)),
  })
  const finish = await pageFinisher(join(folder, 'client'))
  const destination = { write: (line: { message?: string }) => console.error(line.message), flush() {}, close() {} }
  app.setOptions({ settings: { scripts: saved.scripts }, logger: { options: { destination } } })
  const routes = new Map(manifest.routes.map(({ routeData }) => [routeData.component, routeData]))
  return {
    async paths() {
      const all: PathWithRoute[] = await new StaticPaths(app).getAll()
      // The first route of a path wins, as in Astro's build.
      const byPath = new Map(all.toReversed().map((entry) => [entry.pathname.replace(/\/$/, ''), entry]))
      return [...byPath.values()].map(({ pathname, route }) => ({
        pathname,
        component: route.component,
        isEndpoint: route.type === 'endpoint',
      }))
    },
    async render({ pathname, component, isEndpoint }) {
      const routeData = routes.get(component)
      const queries = new Set<string>()
      const path = isEndpoint ? pathname : `${pathname.replace(/\/$/, '')}/`
      const request = new Request(new URL(path, siteUrl))
      // Read the body here: queries of a streamed body would not be recorded.
      const body = await dependencyTracker.recording.run(queries, async () => {
        const response = await app.render(request, { routeData })
        if (response.status >= 300 && response.status < 400) throw new Error(`${pathname} redirects`)
        return Buffer.from(await response.arrayBuffer())
      })
      const content = isEndpoint || body.length === 0 ? body : finish(body)
      return { content, queries: [...queries].toSorted() }
    },
  }
}
