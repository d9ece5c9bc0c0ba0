import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { savesOffline } from '../../../src/brand/brand.ts'
import { SHARED_FILES } from '../../../src/contract/offline.ts'
import { LOCALES } from '../../../src/i18n/locales.ts'
import { pathTo } from '../../../src/i18n/paths.ts'
import { WORKER } from '../../../src/server/http/site/site-rules.ts'
import { guestAssets } from './guest-assets.ts'

const SOURCE = fileURLToPath(new URL('../../../src/service-worker', import.meta.url))
/** Files that the worker caches at installation and whose names do not contain a hash. */
const SHELL = [...LOCALES.map((locale) => `${pathTo('offline', locale)}index.html`), ...SHARED_FILES]

/**
 * Writes the service worker of a publication under a fixed name and returns the name. The script contains the names of the
 * assets and the digest of `SHELL`, so browsers update it exactly when cached files change.
 */
export async function writeWorker(built: string, assets: readonly string[]): Promise<string> {
  const name = WORKER.path.slice(1)
  const hash = createHash('sha256')
  for (const file of SHELL) hash.update(await readFile(join(built, file)))
  await writeFile(
    join(built, name),
    await workerCode(await guestAssets(built, assets), savesOffline, hash.digest('hex').slice(0, 16)),
  )
  return name
}

/** `shell`: digest of the files that are cached at installation. */
export async function workerCode(assets: readonly string[], isWanted: boolean, shell = ''): Promise<string> {
  const own = assets.filter((asset) => !/\.(?:br|gz)$/.test(asset)).map((asset) => `/${asset}`)
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
  return isWanted ? `${output[0].code}// ${shell}\n` : output[0].code
}
