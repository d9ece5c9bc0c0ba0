import type { RadioSample } from '#contract/listening/radio.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { isSaved } from '#stores/listening/radio/memory.ts'
import { keepRows } from '../../keep-rows.ts'
import { pathOf, smallCover, type RadioTexts } from './radio-texts.ts'

type List = 'saved' | 'recent'

/** Draws the list of what was saved, or of what was heard just now, the newest first. Rows that stay keep the focus. */
export function showList(root: HTMLElement, name: List, samples: readonly RadioSample[], texts: RadioTexts): void {
  const section = root.querySelector<HTMLElement>(`section.${name}`)
  const list = section?.querySelector('ul')
  if (!section || !list) return
  const before = new Map([...list.querySelectorAll<HTMLElement>('li')].map((row) => [row.dataset['sample'], row]))
  const rows = samples.flatMap((sample) => before.get(sample.sample) ?? rowOf(root, sample) ?? [])
  keepRows(list, rows)
  for (const [at, sample] of samples.entries()) showButton(rows[at], sample, texts)
  if (name === 'saved') section.querySelector('.none')?.toggleAttribute('hidden', samples.length > 0)
  else section.toggleAttribute('hidden', samples.length === 0)
}

function rowOf(root: HTMLElement, sample: RadioSample): HTMLElement | undefined {
  const row = root.querySelector('template')?.content.firstElementChild?.cloneNode(true)
  if (!(row instanceof HTMLElement)) return undefined
  row.dataset['sample'] = sample.sample
  const [link, author, image] = [row.querySelector('a'), row.querySelector('small'), row.querySelector('img')]
  if (link) Object.assign(link, { href: pathOf(sample), textContent: sample.name })
  if (author) author.textContent = sample.author?.name ?? ''
  const cover = smallCover(sample)
  if (cover && image) image.src = cover
  else if (image) image.style.visibility = 'hidden'
  return row
}

function showButton(row: HTMLElement | undefined, sample: RadioSample, texts: RadioTexts): void {
  const button = row?.querySelector('button')
  if (!button) return
  const saved = isSaved(sample)
  button.textContent = saved ? texts.saved : texts.save
  button.ariaLabel = interpolate(saved ? texts.removeOf : texts.saveOf, { title: sample.name })
}

/** The sample of a row, or of the large part. */
export function sampleOf(
  button: HTMLElement,
  current: RadioSample | undefined,
  lists: readonly RadioSample[],
): RadioSample | undefined {
  const key = button.closest<HTMLElement>('li')?.dataset['sample']
  return key === undefined ? current : lists.find(({ sample }) => sample === key)
}
