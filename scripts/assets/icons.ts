// Writes the favicon and the icons of the installed shop from the logo of the brand. Run after changing src/brand/logo.svg: node scripts/assets/icons.ts
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { colours } from '../../src/brand/colours.ts'

const folder = fileURLToPath(new URL('../../public/', import.meta.url))
/** Part of a maskable icon that no mask cuts off. */
const SAFE = 0.78

const svg = await readFile(new URL('../../src/brand/logo.svg', import.meta.url))
const logo = (side: number) => sharp(svg, { density: (72 * side) / 32 }).resize(side, side)

async function padded(side: number, name: string): Promise<void> {
  const inner = await logo(Math.round(side * SAFE))
    .png()
    .toBuffer()
  const background = sharp({ create: { width: side, height: side, channels: 3, background: colours.night } })
  await background
    .composite([{ input: inner, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${folder}icons/${name}.png`)
}

await mkdir(`${folder}icons`, { recursive: true })
await writeFile(`${folder}favicon.svg`, svg)
for (const side of [192, 512])
  await logo(side).png({ palette: true, compressionLevel: 9 }).toFile(`${folder}icons/${side}.png`)
await padded(512, 'maskable-512')
// iOS rounds the corners itself and paints transparent pixels black.
await padded(180, 'apple-180')
