import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Title } from '../../../src/catalog/source.ts'
import type { Locale } from '../../../src/contract/text/locale.ts'
import { copyCatalog } from '../catalog/copy.ts'
import { storeUpdate, type State } from '../catalog/store.ts'
import { runProcess } from '../render/run-process.ts'
import { previewRenderer, type PreviewOptions } from './preview-renderer.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The page of a title as a rebuild would make it, also when the shop does not show the title yet: the renderer of the published pages, on
 * a copy of their catalog with this title in it. Undefined: the title has no page in this language, or this program published nothing.
 */
export async function previewTitle(options: PreviewOptions, title: Title, locale: Locale): Promise<string | undefined> {
  const { dataDir, siteUrl } = options
  const catalog = resolve(dataDir, 'site', 'catalog')
  if (!existsSync(join(catalog, 'state.json'))) return undefined
  const renderer = await previewRenderer(ROOT, options)
  if (!renderer) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'title-preview-'))
  try {
    const copy = join(folder, 'catalog')
    await addTitle(copy, await copyCatalog(catalog, copy), title)
    const out = join(folder, 'page.html')
    const settings = {
      SITE_CATALOG: copy,
      SITE_RENDERER: renderer,
      SITE_URL: siteUrl,
      SITE_OUT: out,
      PREVIEW_ID: String(title.id),
      PREVIEW_LOCALE: locale,
    }
    const args = [join(ROOT, 'scripts/publish/preview/render-title.ts')]
    await runProcess({ root: ROOT, what: 'the preview', args, settings, report: () => undefined })
    return existsSync(out) ? await readFile(out, 'utf8') : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function addTitle(catalog: string, state: State, title: Title): Promise<void> {
  const update = { titles: { ids: [title.id], rows: [title] }, authors: { ids: [], rows: [] } }
  await storeUpdate(catalog, state, update, state)
}
