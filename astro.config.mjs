import { readFile } from 'node:fs/promises'
import react from '@astrojs/react'
import i18next from 'astro-i18next'
import { defineConfig } from 'astro/config'
import { minify } from 'rolldown/utils'
import { brandSettings } from './scripts/publish/build/brand-settings.ts'
import { directives } from './scripts/publish/build/directives.mjs'
import { saveRenderer } from './scripts/publish/render/save-renderer.ts'

// `import code from './x.js?inline-script'` gives the minified text of a classic script for the head of a page; Vite has no query for that.
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
      // The minifier reports a syntax error and returns no code: pages would be published without the script.
      if (errors.length > 0) this.error(`${file}: ${errors[0].message}`)
      return `export default ${JSON.stringify(code.trim())}`
    },
  },
}
// What the reference of the API says of an endpoint: the server reads it, browsers need not load it.
const withoutSummaries = {
  name: 'without-summaries',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    order: 'pre',
    filter: { id: /src\/contract\/.+\.ts$/ },
    handler: (code) => code.replace(/^ {2}summary:\s+(?:'[^']+'|"[^"]+"),$/gm, ''),
  },
}
// Modules that are loaded together compress better as one chunk. Earlier groups take first, and each takes its dependencies along.
const groups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@nanostores\/react|@astrojs\/react)\// },
  // What every page runs, also for a guest who only reads: the router, prefetch, and the elements of the shell.
  {
    name: 'page',
    test: /node_modules\/@?nanostores\/|astro\/(?:dist\/(?:transitions|prefetch)|components\/ClientRouter)|^astro:scripts\/page|preload-helper|src\/(?:elements\/(?:[\w-]+\.ts|shell\/|offline\/(?:offline-alert|saved-page)|listening\/(?:sample-button|player-module))|client\/maintenance|i18n\/interpolate|contract\/(?:storage|maintenance-path)|stores\/(?:persistent\.|offline\/offline-alert|shell\/|listening\/(?:progress-changed|library-additions|player-presence)))/,
  },
  // What the page of a title runs besides.
  {
    name: 'title',
    test: /src\/elements\/(?:library\/owned-title|listening\/(?:track-progress|whole-title)|offline\/offline-copy-button|reviews\/title-reviews)\.ts/,
  },
  // What most calls to the API use. Not what only the desk and a few pages use: guests would load it for the desk.
  {
    name: 'api',
    test: /node_modules\/(?:superstruct|wretch)\/|src\/(?:contract\/(?!(?:accounts|desk|import|offline)\/|auditions|contact|notifications|fields\/(?:file-kinds|states)|library\/follows|catalog\/(?:podcast|series)|text\/text)|stores\/(?:accounts\/session\.|listening\/player-memory))/,
    minShareCount: 6,
  },
  // Numbers and lengths of cards and counts; in the player's chunk they would bring it, and React, to who only reads.
  { name: 'format', test: /src\/i18n\/(?:format|length|plural-message)\./ },
  { name: 'ui', test: /src\/ui\/(?:Dialog|Late|TryAgain|keep-focus|pressable)\./ },
  { name: 'cart', test: /src\/(?:stores\/cart\/cart-(?:count|lines)|islands\/cart\/(?:ItemPicture|LineFacts))\./ },
  { name: 'player', test: /src\/(?:stores\/listening\/player\/|islands\/listening\/Player)/ },
]
// Pages and chunks repeat the names of chunks, so they are short: without what Astro adds to the scripts of components, and with seven characters of the hash instead of eight (rolldown allows six for 64 chunks only).
const chunkName = ({ name }) => `_a/${name.replace(/\.astro_astro_type_script_index_\d+_lang$/, '')}.[hash:7].js`
const chunks = { codeSplitting: { groups }, entryFileNames: chunkName, chunkFileNames: chunkName }
const data = process.env.DATA_DIR ?? '.data'

export default defineConfig({
  site: process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 4321}`,
  output: 'static',
  trailingSlash: 'always',
  // Each build has its own folder: the served one is replaced only after the new one was checked.
  outDir: process.env.SITE_OUT ?? `${data}/site/out`,
  cacheDir: `${data}/astro`,
  build: { inlineStylesheets: 'never', concurrency: 16, assets: '_a' },
  devToolbar: { enabled: false },
  prefetch: { prefetchAll: true, defaultStrategy: 'hover' },
  integrations: [react(), i18next(), directives(), saveRenderer()],
  vite: {
    plugins: [inlineScripts, brandSettings, withoutSummaries],
    environments: { client: { build: { rolldownOptions: { output: chunks } } } },
    // An inlined asset would need its own hash in the content security policy of the first page.
    build: {
      assetsInlineLimit: 0,
      // One style sheet of 10 kB for the whole site: seven small ones cost seven round trips before the first paint.
      cssCodeSplit: false,
    },
    // Named by their content like all other assets, because hosts cache them without an end.
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
