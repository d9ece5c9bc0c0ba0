import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createClient } from '../../../src/client/call.ts'
import { coloursOf, recolour } from '../../../src/brand/tokens.ts'
import type { BrandSettings } from '../../../src/brand/settings.ts'
import { endpoints } from '#contract/http/endpoints.ts'
import { codeDigest } from './code-digest.ts'

/** Digest of the program with the settings of the desk, and the settings as JSON: other settings are another program. */
export async function codeWithSettings(
  root: string,
  siteUrl: string,
  apiUrl: string,
): Promise<{ code: string; brand: string }> {
  const [code, reply] = await Promise.all([
    codeDigest(root, siteUrl),
    createClient({ base: apiUrl })(endpoints.bulkBrand, {}),
  ])
  if (!reply.ok)
    throw new Error(
      `the API at ${apiUrl} does not answer ${endpoints.bulkBrand.path} (${reply.fault}): start it or set API_URL`,
    )
  return codeOfSettings(code, reply.value.settings)
}

/** The digest of a program with these settings, and the settings as JSON. */
export function codeOfSettings(code: string, settings: Record<string, unknown>): { code: string; brand: string } {
  const brand = JSON.stringify(settings)
  if (brand === '{}') return { code, brand }
  return { code: createHash('sha256').update(code).update(brand).digest('hex').slice(0, 16), brand }
}

/** `SITE_BRAND`: the file with the settings. Without it pages show the defaults of `src/brand`. */
async function settingsOfBuild(): Promise<BrandSettings> {
  const { SITE_BRAND: file } = process.env
  return file ? (JSON.parse(await readFile(file, 'utf8')) as BrandSettings) : {}
}

/** Fonts of headings besides those of `fonts.css`, in every state of a page. */
const HEADINGS = { tiro: '', mukta: 'var(--text)', baloo: 'var(--playful)' } as const

/** Vite plugin: puts the settings of the desk into the program, its colours and its fonts. */
export const brandSettings = {
  name: 'brand-settings',
  enforce: 'pre' as const,
  async transform(code: string, id: string): Promise<string | undefined> {
    const [file = ''] = id.split('?')
    if (!/src\/brand\/(?:settings\.ts|colours\.css|fonts\.css)$/.test(file)) return undefined
    const settings = await settingsOfBuild()
    if (file.endsWith('settings.ts'))
      return code.replace(
        /export const settings: BrandSettings = \{\}/,
        // The logo is a file of its own: no page needs its drawing.
        () => `export const settings: BrandSettings = ${JSON.stringify({ ...settings, logo: undefined })}`,
      )
    if (file.endsWith('colours.css')) return settings.colours && recolour(code, settings.colours)
    const font = HEADINGS[settings.headings ?? 'tiro']
    return font ? `${code}\n:root, html:lang(mr), html.rich:lang(mr) { --heading: ${font}; }\n` : undefined
  },
}

/** Part of a maskable icon that no mask cuts off. */
const SAFE = 0.78

/** Writes the favicon and the icons of the installed shop. */
export async function drawIcons(svg: Buffer, folder: string, ground: string): Promise<void> {
  // Loaded for a logo only: every rebuild would pay for it.
  const [{ default: sharp }, { drawLogo }] = await Promise.all([
    import('sharp'),
    import('../../../src/server/desk/shop/draw-logo.ts'),
  ])
  const padded = async (side: number, name: string): Promise<void> => {
    const inner = await drawLogo(svg, Math.round(side * SAFE))
      .png()
      .toBuffer()
    const background = sharp({ create: { width: side, height: side, channels: 3, background: ground } })
    await background
      .composite([{ input: inner, gravity: 'centre' }])
      .png({ palette: true, compressionLevel: 9 })
      .toFile(join(folder, `icons/${name}.png`))
  }
  await mkdir(join(folder, 'icons'), { recursive: true })
  await writeFile(join(folder, 'favicon.svg'), svg)
  for (const side of [192, 512])
    await drawLogo(svg, side)
      .png({ palette: true, compressionLevel: 9 })
      .toFile(join(folder, `icons/${side}.png`))
  await padded(512, 'maskable-512')
  // iOS rounds the corners itself and paints transparent pixels black.
  await padded(180, 'apple-180')
}

/** The logo of the desk takes the place of the one that was built. */
export async function writeLogo(brand: string, client: string): Promise<void> {
  const { logo, colours } = JSON.parse(brand) as BrandSettings
  if (logo) await drawIcons(Buffer.from(logo), client, coloursOf(colours).light['night'] ?? '')
}
