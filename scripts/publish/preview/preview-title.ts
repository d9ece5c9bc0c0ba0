import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Title } from '../../../src/catalog/source.ts'
import type { Locale } from '../../../src/contract/text/locale.ts'
import { codeDigest } from '../build/code-digest.ts'
import { copyCatalog } from '../catalog/copy.ts'
import { storeUpdate, type State } from '../catalog/store.ts'
import { ensureRenderer } from '../render/ensure-renderer.ts'
import { runProcess } from '../render/run-process.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
export type PreviewOptions = { dataDir: string; siteUrl: string }

/**
 * The page of a title as a rebuild would make it, also when the shop does not show the title yet: the renderer of the rebuild, on a
 * copy of its catalog with this title in it. Undefined: the title has no page in this language, or nothing was ever published.
 */
export async function previewTitle(
  { dataDir, siteUrl }: PreviewOptions,
  title: Title,
  locale: Locale,
): Promise<string | undefined> {
  const catalog = resolve(dataDir, 'site', 'catalog')
  if (!existsSync(join(catalog, 'state.json'))) return undefined
  const renderer = await ensureRenderer({ root: ROOT, code: await codeDigest(ROOT, siteUrl), siteUrl })
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
