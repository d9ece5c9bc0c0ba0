import { readdirSync, readFileSync } from 'node:fs'
import fontverter from 'fontverter'
import { describe, expect, it } from 'vitest'
import { coreCoverage } from '../../../scripts/publish/fonts/coverage.ts'
import { drawingOf, openFont } from '../../../scripts/publish/fonts/shaping.ts'
import { syllablesOf } from '../../../scripts/publish/fonts/syllables.ts'

const ROOT = new URL('../../../', import.meta.url)
const openWebFont = async (path: string) =>
  openFont(await fontverter.convert(readFileSync(new URL(path, ROOT)), 'truetype'))
/** Pages of the desk have the whole font. */
const isOfDesk = /^desk.*\.json$/
const textsOf = (folder: string) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|md|ts)$/.test(entry.name) && !isOfDesk.test(entry.name))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'))
    .join('\n')

const core = await openWebFont('src/brand/fonts/mukta-deva-core.woff2')
const whole = await openWebFont('src/brand/fonts/mukta-deva.woff2')
const original = await openWebFont('node_modules/@fontsource/mukta/files/mukta-devanagari-400-normal.woff2')
const words = [...new Set(`${textsOf('i18n/mr')}\n${textsOf('src/demo')}`.match(/[\u0901-\u0970\u200c\u200d]+/g))]
const isCovered = await coreCoverage()

describe('[SP-1] the core of the Marathi font', () => {
  it('draws every word of the demo and of all texts as the whole font does', () => {
    expect(words.length).toBeGreaterThan(4000)
    const different = words.filter((word) => {
      const drawing = drawingOf(original, word)
      return isCovered(word) && (drawingOf(core, word) !== drawing || drawingOf(whole, word) !== drawing)
    })
    expect(different).toEqual([])
    expect(words.filter((word) => !isCovered(word))).toEqual([])
  })

  it.each(['ण्णृं', 'क्ष्म्य', 'ङ्क्ष्व', 'ध्र्यू', 'क़', 'ॽ'])('is enough for %s, or the page has the whole font', (syllable) => {
    expect([...syllablesOf(syllable)]).toEqual([syllable])
    const font = isCovered(syllable) ? core : whole
    expect(drawingOf(font, syllable)).toBe(drawingOf(original, syllable))
  })

  it('does not count as enough for conjuncts that it lacks', () => {
    const lacking = ['ङ्क्ष्व', 'ञ्छ्र', 'ळ्ह्य', 'ख़'].filter((one) => drawingOf(core, one) !== drawingOf(original, one))
    expect(lacking.length).toBeGreaterThan(0)
    expect(lacking.filter((one) => isCovered(one))).toEqual([])
  })

  it('weighs at most 30 kB', () => {
    expect(readFileSync(new URL('src/brand/fonts/mukta-deva-core.woff2', ROOT)).length).toBeLessThanOrEqual(30_000)
  })
})
