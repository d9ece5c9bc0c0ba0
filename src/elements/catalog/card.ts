import type { CardView } from '#contract/views.ts'
import type { Locale } from '#contract/text.ts'
import type { Picture } from '#contract/catalog.ts'
import { srcSet } from '#contract/picture.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { hours, stars } from '#i18n/format.ts'
import { pathTo } from '#i18n/paths.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** Fills the copy of a whole card (components/kids/MoreTitles.astro) with another title and takes away what that has not. */
export function fillCard(
  part: DocumentFragment,
  card: CardView,
  words: DOMStringMap,
  locale: Locale,
): DocumentFragment {
  const set = (selector: string, text: string | undefined) => {
    const element = part.querySelector(selector)
    if (text === undefined) element?.remove()
    else if (element) element.textContent = text
  }
  const link = part.querySelector<HTMLAnchorElement>('[data-card]')
  if (link) link.href = pathTo('product', locale, { id: card.id, slug: card.slug })
  set('[data-card]', card.name)
  set('.author', card.authors[0]?.name)
  if (!card.isFree) part.querySelector('.free-badge')?.remove()
  set('.figures > span', interpolate(words['hours'] ?? '', { hours: hours(card.seconds, locale) }))
  const score = stars(card.stars, locale)
  if (card.stars === 0) part.querySelector('.stars')?.remove()
  set('.stars [aria-hidden]:not(svg)', score)
  set('.stars .unseen', interpolate(words['stars'] ?? '', { stars: score }))
  fillCover(part, card.cover)
  fillSample(part, card, words['sampleWord'] ?? '')
  return part
}

function fillCover(part: DocumentFragment, cover: Picture | undefined) {
  const picture = part.querySelector('picture')
  if (!picture) return
  if (!cover) return picture.replaceWith(fallback())
  picture.querySelector('source')?.setAttribute('srcset', srcSet(cover, 'avif'))
  const image = picture.querySelector('img')
  image?.setAttribute('srcset', srcSet(cover, 'webp'))
  image?.setAttribute('src', `${cover.base}-${cover.widths[Math.min(1, cover.widths.length - 1)]}.webp`)
}

function fallback(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'cover')
  svg.setAttribute('viewBox', '0 0 100 100')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', '/icons.svg#cover')
  svg.append(use)
  return svg
}

function fillSample(part: DocumentFragment, { name, sample }: CardView, label: string) {
  const button = part.querySelector<HTMLElement>('[data-sample]')
  if (!button) return
  if (!sample) return button.remove()
  button.dataset['sample'] = sample.map_url
  button.dataset['seconds'] = String(sample.track_length)
  button.setAttribute('aria-label', interpolate(label, { title: name }))
}
