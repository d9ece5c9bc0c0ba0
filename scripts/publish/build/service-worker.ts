import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { savesOffline } from '../../../src/brand/brand.ts'
import { SHARED_FILES } from '../../../src/contract/offline/offline.ts'
import { LOCALES } from '../../../src/i18n/locales.ts'
import { pathTo } from '../../../src/i18n/paths.ts'
import { WORKER } from '../../../src/server/http/site/site-rules.ts'
import { guestAssets } from './guest-assets.ts'
import { placeFile } from './place-file.ts'

const SOURCE = fileURLToPath(new URL('../../../src/service-worker', import.meta.url))
/** Files that the worker caches at installation and whose names do not contain a hash. */
const SHELL = [...LOCALES.map((locale) => `${pathTo('offline', locale)}index.html`), ...SHARED_FILES]

/**
 * Writes the service worker of a publication under a fixed name and returns the name. Its last line is a digest of everything
 * that it depends on besides the code, so browsers update it exactly when cached files change, and a publication of the same code
 * has the same worker when it has the same line.
 */
export async function writeWorker(built: string, assets: readonly string[], previous?: string): Promise<string> {
  const name = WORKER.path.slice(1)
  const own = await guestAssets(built, assets)
  const hash = createHash('sha256').update(own.toSorted().join('\n'))
  for (const file of SHELL) hash.update(await readFile(join(built, file)))
  const digest = hash.digest('hex').slice(0, 16)
  const before = previous && (await readFile(join(previous, name), 'utf8').catch(() => undefined))
  const text = before?.endsWith(lastLine(digest)) ? before : await workerCode(own, savesOffline, digest)
  await placeFile(built, previous, name, text)
  return name
}

const lastLine = (digest: string) => `// ${digest}\n`

/** `shell`: digest of the assets and of the files that are cached at installation. */
export async function workerCode(assets: readonly string[], isWanted: boolean, shell = ''): Promise<string> {
  const own = assets.filter((asset) => !/\.(?:br|gz)$/.test(asset)).map((asset) => `/${asset}`)
  // Most publications take over the worker of the one before: the bundler is loaded when it is needed.
  const { build } = await import('rolldown')
  const { output } = await build({
    input: join(SOURCE, isWanted ? 'worker.ts' : 'unregister.ts'),
    write: false,
    logLevel: 'warn',
    transform: {
      define: {
        PUBLICATION_ASSETS: JSON.stringify(own.toSorted()),
        // Workbox leaves out its log messages.
        'process.env.NODE_ENV': JSON.stringify('production'),
      },
    },
    output: { format: 'iife', minify: true },
  })
  return isWanted ? `${output[0].code}${lastLine(shell)}` : output[0].code
}
