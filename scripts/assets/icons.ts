// Writes the favicon and the icons of the installed shop from the logo of the brand. Run after changing src/brand/logo.svg: node scripts/assets/icons.ts
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { colours } from '../../src/brand/colours.ts'
import { drawIcons } from '../publish/build/brand-settings.ts'

const svg = await readFile(new URL('../../src/brand/logo.svg', import.meta.url))
await drawIcons(svg, fileURLToPath(new URL('../../public/', import.meta.url)), colours.night)
