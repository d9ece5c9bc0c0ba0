import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fontverter from 'fontverter'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, '.cache/phone-fonts')
const SOURCE = join(ROOT, 'node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari')

const configuration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`

/** Several processes write at once, while browsers of others read: each sees a whole file. */
function place(name: string, content: string | Buffer): void {
  const draft = join(FOLDER, `draft-${process.pid}`)
  writeFileSync(draft, content)
  renameSync(draft, join(FOLDER, name))
}

mkdirSync(join(FOLDER, 'fonts'), { recursive: true })
for (const weight of ['400', '700']) {
  const name = `fonts/noto-${weight}.ttf`
  // Chromium takes no WOFF2 as a font of the system.
  if (!existsSync(join(FOLDER, name)))
    place(name, await fontverter.convert(readFileSync(`${SOURCE}-${weight}-normal.woff2`), 'truetype'))
}
place('fonts.conf', configuration)

/**
 * The configuration file for `FONTCONFIG_FILE` that gives browsers the Devanagari font that every phone has and a bare Linux machine
 * has not: there, a Marathi page would stand in empty boxes until its web font comes.
 */
export const phoneFonts = join(FOLDER, 'fonts.conf')
