import { audioTypeWord } from '#contract/catalog/audio-type.ts'
import { srcSet } from '#contract/catalog/picture.ts'
import { pricelessOf, type RadioSample } from '#contract/listening/radio.ts'
import { withTax } from '#contract/money/tax.ts'
import { WAVEFORM_HEIGHT, waveformShape } from '#contract/listening/waveform.ts'
import { money } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { lengthText } from '#i18n/length.ts'
import { signInPath, wishPath } from '#i18n/paths.ts'
import { waveformOf } from '#stores/listening/title-waveform.ts'
import { pageLocale } from '../../page-locale.ts'
import { pathOf, type RadioTexts } from './radio-texts.ts'

const COVER_SIZES = '(min-width: 400px) 352px, 80vw'

/** Puts a sample into the large part of the page. */
export function showSample(root: HTMLElement, sample: RadioSample, texts: RadioTexts): void {
  const locale = pageLocale()
  const set = (selector: string, text: string | undefined) => {
    const part = root.querySelector<HTMLElement>(`.now ${selector}`)
    if (part) part.textContent = text ?? ''
    part?.toggleAttribute('hidden', !text)
  }
  set('.acting', sample.kind && texts[audioTypeWord(sample.kind)])
  set('.author', sample.author?.name)
  set('.length', sample.seconds ? lengthText(texts, sample.seconds, locale) : undefined)
  const name = Object.assign(document.createElement('a'), { href: pathOf(sample), textContent: sample.name })
  root.querySelector('.now h2')?.replaceChildren(name)
  const open = root.querySelector<HTMLAnchorElement>('.now .open')
  if (open) open.href = pathOf(sample)
  showCover(root, sample)
  showOffer(root, sample, 'inr', texts)
  showOffer(root, sample, 'usd', texts)
}

/** A flat line, in the same room, until the shop has told it and where it does not. */
export async function showWaveform(root: HTMLElement, { id, sample }: RadioSample): Promise<void> {
  drawWaveform(root, [])
  const steps = await waveformOf(id)
  // Another one plays by now.
  if (root.dataset['sample'] === sample) drawWaveform(root, steps)
}

function drawWaveform(root: HTMLElement, steps: readonly number[]): void {
  const { path, width } = waveformShape(steps)
  root.querySelector('.waveform')?.setAttribute('viewBox', `0 0 ${width} ${WAVEFORM_HEIGHT}`)
  for (const part of root.querySelectorAll('.waveform path')) part.setAttribute('d', path)
}

function showCover(root: HTMLElement, { cover }: RadioSample): void {
  const picture = root.querySelector('.now .picture')
  picture?.querySelector('img')?.remove()
  if (!cover || !picture) return
  const image = Object.assign(new Image(640, 640), {
    ...{ alt: '', sizes: COVER_SIZES, srcset: srcSet(cover, 'webp') },
    ...{ src: `${cover.base}-${cover.widths.at(-1)}.webp` },
  })
  // Without a network a large picture may not be there.
  image.addEventListener('error', () => image.remove())
  picture.append(image)
}

/** Both currencies stand in the page, and its head decides which one is seen. */
function showOffer(root: HTMLElement, sample: RadioSample, currency: 'inr' | 'usd', texts: RadioTexts): void {
  const box = root.querySelector<HTMLElement>(`.now .price.${currency}`)
  const [amount, tax] = [box?.querySelector('.amount'), box?.querySelector('.tax')]
  const offer = sample[currency]
  if (!box || !amount || !tax) return
  box.toggleAttribute('hidden', offer === undefined)
  if (offer === undefined) return
  const [shown, before] = priceTexts(offer, currency, texts)
  amount.textContent = shown
  tax.textContent = before
  for (const control of box.querySelectorAll<HTMLElement>('a, button')) control.hidden = offer < 0
  const link = box.querySelector('a')
  if (link) link.href = signInPath(pageLocale(), wishPath(location, sample.variant ?? 0))
}

function priceTexts(offer: number, currency: 'inr' | 'usd', texts: RadioTexts): [shown: string, before: string] {
  const locale = pageLocale()
  const priceless = pricelessOf(offer)
  if (priceless) return [texts.kinds[priceless], '']
  if (currency === 'usd') return [money(offer, 'USD', locale), '']
  return [money(withTax(offer), 'INR', locale), interpolate(texts.plusTax, { amount: money(offer, 'INR', locale) })]
}
