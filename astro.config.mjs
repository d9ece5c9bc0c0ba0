import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import react from '@astrojs/react'
import i18next from 'astro-i18next'
import { defineConfig } from 'astro/config'
import { minify } from 'rolldown/utils'
import { directives } from './scripts/publish/build/directives.mjs'
import { shaking } from './scripts/publish/build/shaking.mjs'
import { stalePages } from './scripts/publish/build/stale-pages.ts'

// What every use of the shop fetches stays in two chunks: else each script of one more page kind cuts them smaller for all.
const groups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@nanostores\/react)\// },
  {
    name: 'shop',
    test: /node_modules\/(?:nanostores\/(?!map)|wretch\/|superstruct\/)|src\/(?:client\/(?:browser|call)|contract\/(?:calls\/(?:samples|product)|catalog|endpoint|money|translation|audio-type|digits|duration|text|track-url)|i18n\/(?:paths|format))\.ts/,
  },
  // The full player is wanted as a whole or not at all. A group takes along what it needs: what others need too comes first.
  { name: 'router', test: /astro\/dist\/(?:transitions|virtual-modules)\// },
  {
    name: 'base',
    test: /preload-helper|src\/(?:client\/(?:storage|reason|navigate)|contract\/(?:storage|calls\/paths)|i18n\/interpolate)\.ts/,
  },
  { name: 'audio', test: /src\/client\/(?:audio|media-session)\.ts/ },
  // What is asked of every listener; without it here these calls would lie with the player, and each page of a listener would fetch that.
  {
    name: 'session',
    test: /src\/(?:stores\/(?:session|cart-count|plan)|client\/(?:session-vault|other-tabs)|contract\/(?:session|access|calls\/(?:library|parts|cart-count)))\.ts/,
  },
  { name: 'dialog', test: /src\/(?:ui\/Dialog|islands\/shell\/over-page)\.tsx/ },
  {
    name: 'basket',
    test: /src\/(?:islands\/(?:cart|plans)\/|stores\/(?:cart|basket)\.ts|contract\/calls\/(?:cart|items)\.ts)/,
  },
  { name: 'own', test: /src\/(?:islands\/titles\/(?:own-life|places)|stores\/rights)\.ts/ },
  { name: 'search', test: /src\/(?:islands\/search\/SearchBox|stores\/search|contract\/(?:calls\/search|slug))\.tsx?/ },
  {
    name: 'player',
    test: /src\/(?:islands\/sound\/[Pp]layer|stores\/player|contract\/calls\/listening\.ts|contract\/progress\.ts)/,
  },
]
// Messages that a script loads by themselves say in their name which language they are.
const chunkFileNames = ({ facadeModuleId }) => {
  const [, locale, namespace] = /\/i18n\/(\w+)\/(\w+)\.json$/.exec(facadeModuleId ?? '') ?? []
  return namespace ? `_a/messages-${locale}-${namespace}.[hash:7].js` : '_a/[name].[hash:7].js'
}
// What every page has before anything moves on it need not be named to be fetched. As a plugin, because Astro sets `modulePreload` itself.
const isThere = (file) => /\/(?:router|base|rolldown-runtime)\./.test(file)
const fewerPreloads = {
  name: 'fewer-preloads',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            modulePreload: { polyfill: false, resolveDependencies: (_, deps) => deps.filter((file) => !isThere(file)) },
          },
        }
      : undefined,
}
// Named by @astrojs/react alone, so that only a resolver can put our own in its place.
const ownHydration = {
  name: 'own-hydration',
  enforce: 'pre',
  resolveId: (id) =>
    id === '@astrojs/react/client.js'
      ? fileURLToPath(new URL('src/client/directives/hydrate.ts', import.meta.url))
      : undefined,
}
// The text of a script that a page carries in itself.
const inlineScripts = {
  name: 'inline-scripts',
  load: {
    filter: { id: /\.js\?inline-script$/ },
    async handler(id) {
      const [file] = id.split('?')
      this.addWatchFile(file)
      const { code, errors } = await minify(file, await readFile(file, 'utf8'), {
        compress: { target: 'es2020' },
        mangle: true,
      })
      // Else a slip of the pen would publish pages without it.
      if (errors.length > 0) this.error(`${file}: ${errors[0].message}`)
      return `export default ${JSON.stringify(code.trim())}`
    },
  },
}
const data = process.env.DATA_DIR ?? '.data'

export default defineConfig({
  site: process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 4321}`,
  output: 'static',
  trailingSlash: 'always',
  // Each build has a folder of its own: what is served is switched only when the whole is checked (design 11).
  outDir: process.env.SITE_OUT ?? `${data}/site/out`,
  cacheDir: `${data}/astro`,
  build: { inlineStylesheets: 'never', concurrency: 16, assets: '_a' },
  devToolbar: { enabled: false },
  // islands/shell/fetch-ahead.ts does it.
  prefetch: false,
  integrations: [react(), i18next(), directives(), stalePages()],
  vite: {
    plugins: [ownHydration, fewerPreloads, inlineScripts],
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } },
        },
      },
    },
    // An inlined asset would need a hash of its own in the content policy of the first page (design 6).
    build: {
      assetsInlineLimit: 0,
      // One style sheet of 10 kB for the whole site: seven small ones cost seven round trips before the first paint.
      cssCodeSplit: false,
      rolldownOptions: { treeshake: shaking },
    },
    // Named as all other assets are, by their content: hosts keep them for ever.
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: '_a/[name].[hash].js' } } },
    server: {
      proxy: {
        '/api': process.env.API_URL ?? 'http://localhost:4322',
        '/media': process.env.API_URL ?? 'http://localhost:4322',
        '/dev': process.env.API_URL ?? 'http://localhost:4322',
      },
    },
  },
})
