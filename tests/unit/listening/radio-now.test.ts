import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import type { RadioSample } from '#contract/listening/radio.ts'
import { showSample } from '../../../src/elements/listening/radio/radio-now.ts'
import type { RadioTexts } from '../../../src/elements/listening/radio/radio-texts.ts'

const { figures, types } = JSON.parse(readFileSync(new URL('../../../i18n/en/format.json', import.meta.url), 'utf8'))

vi.stubGlobal('document', { documentElement: { lang: 'en' }, createElement: () => ({}) })

class FakePart {
  textContent = ''
  hidden = false
  toggleAttribute = (_: 'hidden', isHidden: boolean): void => void (this.hidden = isHidden)
}
/** The length that the page of the radio shows of one sample after the other. */
const length = new FakePart()
const root = { querySelector: (selector: string) => (selector === '.now .length' ? length : null) }
function lengthOf(seconds: number | undefined): [text: string, hidden: boolean] {
  const sample = { id: 1, slug: 'a', name: 'A', sample: 'samples/a/0', length: 60, seconds } as RadioSample
  showSample(root as unknown as HTMLElement, sample, { ...figures, ...types } as RadioTexts)
  return [length.textContent, length.hidden]
}

it('[RM-6] says how long a title is, and nothing of one without sound, whatever came before it', () => {
  expect(lengthOf(1800)).toEqual(['30 min', false])
  expect(lengthOf(0)).toEqual(['', true])
  expect(lengthOf(1800)).toEqual(['30 min', false])
  expect(lengthOf(undefined)).toEqual(['', true])
})
