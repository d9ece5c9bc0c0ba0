import react from '@astrojs/react'
import i18next from 'astro-i18next'
import { defineConfig } from 'astro/config'
import { directives } from './scripts/directives.mjs'
import { stalePages } from './scripts/publish/stale-pages.ts'

// What every use of the shop fetches stays in two chunks: else each script of one more page kind cuts them smaller for all.
const groups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@nanostores\/react)\// },
  {
    name: 'shop',
    test: /node_modules\/(?:nanostores|@nanostores\/persistent|wretch|superstruct)\/|src\/(?:client\/(?:browser|call)|contract\/(?:catalog|endpoint|money|translation|audio-type|digits|duration|text)|i18n\/(?:paths|format))\.ts/,
  },
]
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
  prefetch: { prefetchAll: true, defaultStrategy: 'hover' },
  integrations: [react(), i18next(), directives(), stalePages()],
  vite: {
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
    // An inlined asset would need a hash of its own in the content policy of the first page (design 6).
    build: {
      assetsInlineLimit: 0,
      // One style sheet of 10 kB for the whole site: seven small ones cost seven round trips before the first paint.
      cssCodeSplit: false,
      // The contract only declares: without this a page that asks one call downloads the definitions of all.
      rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/src\/contract\//, sideEffects: false }] } },
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
