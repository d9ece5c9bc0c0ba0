import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asciiDigits } from '#contract/text/digits.ts'
import { LOCALES } from '#i18n/locales.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const statement = (locale: string) => asciiDigits(read(`i18n/${locale}/legal/accessibility.md`))
const axe = read('tests/e2e/shell/accessible.spec.ts')
const countIn = (list: string | undefined) => list?.match(/'\/[^']*'|\(page\) =>|\bauthor\b/g)?.length ?? 0

/** A sentence of the statement, and what makes it true. A proof that goes takes its sentence with it. */
const CLAIMS: [claim: string, path: string, proof: RegExp][] = [
  ['has a contrast of 4.5 to 1 at least', 'tests/unit/project/contrast.test.ts', /TEXT_CONTRAST/],
  ['sideways from 320 to 1920 pixels', 'tests/e2e/shell/shell.spec.ts', /no page scrolls sideways from 320 to 1920 px/],
  ['a link that skips to the content', 'tests/e2e/shell/accessible.spec.ts', /the skip link comes first/],
  ['Each part in another language says so', 'tests/e2e/shell/accessible.spec.ts', /parts have their language/],
  ['Movement stops for readers', 'src/styles/base.css', /prefers-reduced-motion/],
  ['a list of them under “?”', 'tests/e2e/listening/player.spec.ts', /press\('\?'\)/],
  ['PDF files with tags', 'src/server/runtime/pdf/document.ts', /tagged: true/],
  ['run in Chromium', 'scripts/test/chromium.ts', /chromium/],
]

test.each(CLAIMS)('[RT-3] the accessibility statement is true: "%s"', (claim, path, proof) => {
  expect(statement('en')).toContain(claim)
  expect(read(path)).toMatch(proof)
})

test.each(LOCALES)('[RT-3] the statement in %s counts the pages that axe looks at', (locale) => {
  const kinds = /const KINDS[^=]*= \{(.*?)\n\}\n/s.exec(axe)?.[1]
  const marathi = /const IN_MARATHI[^=]*= \[(.*?)\]\n/s.exec(axe)?.[1]
  const [pages, inMarathi] = locale === 'en' ? [' pages', ' of them'] : [' पाने', ' मराठीत']
  expect(statement(locale)).toMatch(new RegExp(`\\b${countIn(kinds)}${pages}`))
  expect(statement(locale)).toMatch(new RegExp(`\\b${countIn(marathi)}${inMarathi}`))
})

test('[RT-3] what the statement calls missing is missing', () => {
  expect(statement('en')).toContain('Recordings have no transcripts')
  expect(read('src/contract/catalog/catalog.ts')).not.toMatch(/transcript/i)
})
