import type { Finding } from '#contract/desk/catalog/catalog.ts'

/** By the name of a field or by `data-at` of a part: where each thing that a title lacks is added. */
const PLACES: Partial<Record<Finding, string>> = {
  english: '[name="name-en"]',
  marathi: '[name="name-mr"]',
  slug: '[name="name-en"]',
  double: '[name="name-en"]',
  script: '[name="name-mr"]',
  description: '[name="description-en"]',
  cover: '[data-at="cover"] button',
  sample: '[data-at="sample"] button',
  tracks: '[data-at="files"] button',
  silent: '[data-at="tracks"] [data-silent] .title-actions button:nth-of-type(3)',
  seconds: '[data-at="tracks"] input',
  sameSound: '[data-at="tracks"] input',
  trackOrder: '[data-at="tracks"] input',
  author: '[data-at="authors"] input',
  category: '[data-at="categories"] input',
  price: '[name="priceInr"]',
  onePrice: '[name="priceInr"][value=""], [name="priceUsd"][value=""], [name="priceUsd"]',
}

/** Puts the focus into the field in which it is mended, in the middle of the window. */
export function goToPlace(finding: string): void {
  const places: Record<string, string> = PLACES
  const selector = places[finding]
  if (selector) show(document.querySelector<HTMLElement>(selector))
}

export const goToField = (name: string): void =>
  show(document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`))

function show(control: HTMLElement | null): void {
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}
