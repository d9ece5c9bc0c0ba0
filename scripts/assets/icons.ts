// Draws the icons of the installed shop from the mark of the brand: run after changing public/favicon.svg.
import { mkdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('../../public/', import.meta.url))
/** The night of styles/tokens.css, as in the mark. */
const NIGHT = '#24102b'
/** Part of a maskable icon that every mask leaves. */
const SAFE = 0.78

const svg = await readFile(`${folder}favicon.svg`)
const mark = (side: number) => sharp(svg, { density: (72 * side) / 32 }).resize(side, side)

async function full(side: number, name: string): Promise<void> {
  const inner = await mark(Math.round(side * SAFE))
    .png()
    .toBuffer()
  const ground = sharp({ create: { width: side, height: side, channels: 3, background: NIGHT } })
  await ground
    .composite([{ input: inner, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`${folder}icons/${name}.png`)
}

await mkdir(`${folder}icons`, { recursive: true })
for (const side of [192, 512])
  await mark(side).png({ palette: true, compressionLevel: 9 }).toFile(`${folder}icons/${side}.png`)
await full(512, 'maskable-512')
// iOS rounds the corners itself and paints what is clear black.
await full(180, 'apple-180')
