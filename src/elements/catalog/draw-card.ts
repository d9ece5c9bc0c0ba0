import { languageName } from '#i18n/language-name.ts'
import type { CardView } from '#contract/catalog/views.ts'
import type { Picture } from '#contract/catalog/catalog.ts'
import { readAges } from '#contract/catalog/ages.ts'
import { srcSet } from '#contract/catalog/picture.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits, stars } from '#i18n/format.ts'
import { lengthText, type LengthMessages } from '#i18n/length.ts'
import { pathToTitle } from '#i18n/paths.ts'
import { pageLocale } from '../page-locale.ts'

const SIZES = '(min-width: 1000px) 184px, (min-width: 600px) 30vw, 42vw'

/** Fills a copy of the page's `template#title-card` (components/catalog/CardTemplate.astro), a card with every part, and takes away what the title has not. */
export function drawCard(element: HTMLElement, card: CardView): void {
  const template = document.querySelector<HTMLTemplateElement>('template#title-card')
  if (!template) return
  const part = document.importNode(template.content, true)
  fillCard(part, card, template)
  element.replaceChildren(part)
}

function fillCard(part: DocumentFragment, card: CardView, template: HTMLTemplateElement): void {
  const locale = pageLocale()
  const text = (name: string) => template.getAttribute(name) ?? ''
  const set = (selector: string, value: string | undefined) => {
    const element = part.querySelector(selector)
    if (value === undefined) element?.remove()
    else if (element) element.textContent = value
  }
  const link = part.querySelector<HTMLAnchorElement>('.name a')
  if (link) link.href = pathToTitle(locale, card)
  const article = part.querySelector('article')
  article?.classList.toggle('kids', card.type === 'kids')
  article?.setAttribute('data-spoken', card.spokenTag?.split('-')[0] ?? card.spoken)
  if (card.ages) article?.setAttribute('data-ages', card.ages)
  else article?.removeAttribute('data-ages')
  set('.spoken', card.spokenTag ? languageName(card.spokenTag, locale) : text(`${card.spoken}-text`))
  set('.ages', agesText(card.ages, text('ages-text'), text('from-age-text')))
  set('.name a', card.name)
  set('.author', card.authors[0]?.name)
  if (!card.isFree) part.querySelector('.free-badge')?.remove()
  // Written by CardTemplate.astro, of the messages of the page's language.
  const figures = JSON.parse(text('length-texts')) as LengthMessages & { starsSpoken: string }
  set('.figures > span', card.seconds > 0 ? lengthText(figures, card.seconds, locale) : undefined)
  const score = stars(card.stars, locale)
  if (card.stars === 0) part.querySelector('.stars')?.remove()
  set('.stars [aria-hidden]', score)
  set('.stars .unseen', interpolate(figures.starsSpoken, { stars: score }))
  if (card.cover) part.querySelector('.cover')?.replaceWith(pictureOf(card.cover))
  fillSample(part, card, { play: text('play-label'), pause: text('pause-label') })
}

function agesText(ages: string | undefined, between: string, upwards: string): string | undefined {
  const years = readAges(ages)
  if (!years) return undefined
  const locale = pageLocale()
  const values = { from: digits(years.from, locale), to: digits(years.to ?? '', locale) }
  return interpolate(years.to === undefined ? upwards : between, values)
}

/** The card of the template has no picture, but the drawing that stands for one. */
function pictureOf(cover: Picture): HTMLElement {
  const source = Object.assign(document.createElement('source'), {
    type: 'image/avif',
    srcset: srcSet(cover, 'avif'),
    sizes: SIZES,
  })
  const image = Object.assign(document.createElement('img'), {
    alt: '',
    width: 640,
    height: 640,
    loading: 'lazy',
    decoding: 'async',
    sizes: SIZES,
    srcset: srcSet(cover, 'webp'),
    src: `${cover.base}-${cover.widths[Math.min(1, cover.widths.length - 1)]}.webp`,
  })
  const picture = document.createElement('picture')
  picture.className = 'cover'
  picture.append(source, image)
  return picture
}

function fillSample(part: DocumentFragment, { name, sample }: CardView, labels: { play: string; pause: string }): void {
  const element = part.querySelector('sample-button')
  const button = element?.querySelector('button')
  if (!element || !button) return
  if (!sample) return element.remove()
  element.setAttribute('sample', sample.map_url)
  element.setAttribute('seconds', String(sample.track_length))
  element.setAttribute('pause-label', interpolate(labels.pause, { title: name }))
  button.ariaLabel = interpolate(labels.play, { title: name })
}
