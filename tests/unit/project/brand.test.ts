import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles, ROOT } from './support/project-files.ts'
import { brand, slug } from '../../../src/brand/brand.ts'
import { colours } from '../../../src/brand/colours.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const files = projectFiles('src', 'scripts', 'i18n', 'astro.config.mjs').filter(
  (file) => /\.(?:ts|tsx|astro|css|js|mjs|json)$/.test(file) && !file.startsWith('src/brand/'),
)

/** The demo catalog and its drawings are content of their own. */
const isDemo = (file: string) => /^(?:src|scripts)\/demo\//.test(file)

const COLOUR = /#[0-9a-f]{6}\b|(?:rgb|hsl)a?\(|oklch\(/i
const SHORT_HEX = /:[^;{}]*#[0-9a-f]{3}\b/i

describe('the brand', () => {
  it('[OP-1] is the only place with a colour', () => {
    const coloured = files.filter((file) => {
      if (isDemo(file) || file.endsWith('.json')) return false
      const code = read(file)
      return COLOUR.test(code) || (/\.(?:css|astro)$/.test(file) && SHORT_HEX.test(code))
    })
    expect(coloured).toEqual([])
  })

  it('[OP-1] is the only place with the name of the shop', () => {
    const name = new RegExp(`${slug}|${brand.name.mr}`, 'i')
    // The files in scripts/deploy are examples that an operator edits.
    const naming = files.filter((file) => !isDemo(file) && !file.startsWith('scripts/deploy/') && name.test(read(file)))
    expect(naming, 'write {{shop}} in a message, and brand.name in code').toEqual([])
  })

  it('[OP-1] has the same colours in CSS and in code', () => {
    const css = read('src/brand/colours.css')
    const { rule: _, ...shared } = colours
    expect(Object.values(shared).filter((colour) => !css.includes(`: ${colour};`))).toEqual([])
  })

  it('[OP-1] has a logo that is served as favicon', () => {
    expect(read('public/favicon.svg')).toBe(read('src/brand/logo.svg'))
  })
})
