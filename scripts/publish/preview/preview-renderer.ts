import { existsSync } from 'node:fs'
import { codeOfSettings } from '../build/brand-settings.ts'
import { codeDigest } from '../build/code-digest.ts'
import { servedOrigin } from '../origin.ts'
import { ensureRenderer, isReadOnly, markUsed, rendererOf } from '../render/ensure-renderer.ts'

/** `settings`: reads those of the desk. */
export type PreviewOptions = { dataDir: string; siteUrl: string; settings: () => Promise<Record<string, unknown>> }

/**
 * The renderer of the served publication, so that a preview has the brand of the published pages. Where it is gone, one is made as the
 * next rebuild would make it. Undefined: it cannot be made, because this process may not write into the program.
 */
export async function previewRenderer(root: string, options: PreviewOptions): Promise<string | undefined> {
  const { dataDir, siteUrl, settings } = options
  const served = await servedOrigin(dataDir)
  const folder = served && rendererOf(root, served.code)
  if (folder && existsSync(folder)) {
    await markUsed(folder)
    return folder
  }
  const { code, brand } = codeOfSettings(await codeDigest(root, siteUrl), await settings())
  return ensureRenderer({ root, code, brand, siteUrl }).catch((error: unknown) => {
    if (isReadOnly(error)) return undefined
    throw error
  })
}
