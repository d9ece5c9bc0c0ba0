// Astro integration: bundles the pages without rendering one, and saves what renders them. Read by astro.config.mjs.
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroPrerenderer } from 'astro'

/** What Astro's own prerenderer takes from the build besides the bundle. */
export type SavedRenderer = {
  entry: string
  /** Styles of each page, by the key of the page. */
  pages: [key: string, page: { styles: unknown[] }][]
  scripts: { stage: string; content: string }[]
}
type BuildApp = {
  getOptions(): { allPages: Record<string, { key: string; styles: unknown[] }>; settings: SavedSettings }
}
type SavedSettings = { scripts: SavedRenderer['scripts']; config: { outDir: URL } }

/** `SITE_RENDERER`: the folder that gets the bundle. */
export function saveRenderer(): AstroIntegration {
  const { SITE_RENDERER: folder } = process.env
  return {
    name: 'shop-save-renderer',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => {
        if (folder) setPrerenderer((prerenderer) => savingInto(folder, prerenderer))
      },
    },
  }
}

function savingInto(folder: string, prerenderer: AstroPrerenderer): AstroPrerenderer {
  return {
    ...prerenderer,
    name: 'shop-save-renderer',
    getStaticPaths: async () => [],
    async teardown() {
      // `setup` of the default prerenderer leaves the app on itself.
      const { app } = prerenderer as AstroPrerenderer & { app?: BuildApp }
      if (!app) throw new Error('Astro saves its bundle in another way than this release of it did')
      const { allPages, settings } = app.getOptions()
      const bundle = fileURLToPath(new URL('.prerender/', settings.config.outDir))
      cpSync(bundle, join(folder, 'server'), { recursive: true })
      const entry = readdirSync(bundle).find((name) => name.startsWith('prerender-entry'))
      if (!entry) throw new Error('the bundle of Astro has no entry')
      const pages = Object.values(allPages).map(({ key, styles }) => [key, { styles }] as const)
      const scripts = settings.scripts.map(({ stage, content }) => ({ stage, content }))
      writeFileSync(join(folder, 'renderer.json'), JSON.stringify({ entry, pages, scripts }))
      await prerenderer.teardown?.()
    },
  }
}
