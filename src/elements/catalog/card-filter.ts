import { AGE_BANDS, isForBand, readAges, type AgeBand } from '#contract/catalog/ages.ts'
import { cardChoices } from '#contract/catalog/card-choices.ts'
import { LOCALES, type Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { count, digits } from '#i18n/format.ts'
import { ConnectedElement, define, untilAborted } from '../connected-element.ts'
import { pageLocale } from '../page-locale.ts'

type Choice = { spoken?: Locale; ages?: AgeBand }

/**
 * `<card-filter>` around lists of cards: chips for the spoken languages and, of kids titles, the ages that its cards have. Cards that
 * come later are filtered too, and lines of recordings by their language. A choice with one value is not offered. The chips stand in
 * its `.filter`, and `.matching`, where there is one, tells how many titles match. The event `filter` tells of the first choice.
 */
class CardFilter extends ConnectedElement {
  #choice: Choice = {}
  /** What was chosen before the page was left, and no chip has offered yet: cards can come late. */
  #kept: string[] = []
  #isFiltered = false

  protected connect(signal: AbortSignal): void {
    this.onPress('.filter button', signal, (button) => this.#press(button))
    const observer = new MutationObserver(() => this.#update())
    observer.observe(this, { childList: true, subtree: true })
    untilAborted(signal, () => observer.disconnect())
    const { cardFilter }: { cardFilter?: unknown } = history.state ?? {}
    this.#kept = String(cardFilter ?? '').split(' ')
    this.#update()
  }

  /** The choice stands in the entry of the history, where the way back and a reload find it. */
  #restore(spoken: readonly Locale[], bands: readonly AgeBand[]): void {
    const locale = spoken.find((one) => this.#kept.includes(one))
    const ages = bands.find((one) => this.#kept.includes(one))
    if (locale) this.#choice.spoken = locale
    if (ages) this.#choice.ages = ages
    this.#kept = this.#kept.filter((one) => one !== locale && one !== ages)
  }

  get #cards(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('li article[data-spoken]')]
  }

  #press({ dataset: { spoken, band } }: HTMLElement): void {
    const locale = LOCALES.find((one) => one === spoken)
    const ages = AGE_BANDS.find((one) => one === band)
    if (locale) this.#choose('spoken', locale)
    if (ages) this.#choose('ages', ages)
    this.#kept = []
    history.replaceState({ ...history.state, cardFilter: Object.values(this.#choice).join(' ') }, '')
    this.#update()
  }

  /** A second press takes the choice back. */
  #choose<Name extends keyof Choice>(name: Name, value: NonNullable<Choice[Name]>): void {
    if (this.#choice[name] === value) delete this.#choice[name]
    else this.#choice[name] = value
  }

  #update(): void {
    const cards = this.#cards
    const { spoken, bands } = cardChoices(
      cards.map(({ dataset: { spoken: locale, ages } }) => ({ spoken: locale, ages })),
    )
    this.#restore(spoken, bands)
    this.#drawChips(spoken, bands)
    const isChosen = Object.keys(this.#choice).length > 0
    if (isChosen && !this.#isFiltered) this.dispatchEvent(new Event('filter'))
    if (isChosen || this.#isFiltered) this.#filter(cards)
    this.#isFiltered = isChosen
  }

  #filter(cards: HTMLElement[]): void {
    for (const card of cards) card.closest('li')?.toggleAttribute('hidden', !this.#isChosen(card))
    // The ages of a line are not known.
    for (const line of this.querySelectorAll<HTMLElement>('li[data-spoken]'))
      line.toggleAttribute('hidden', !this.#isChosen(line))
    this.#tell(cards)
    // A list that goes on may have chosen cards further on, and the heading of the page and of a chosen genre stays.
    for (const section of this.querySelectorAll('section'))
      if (section.querySelector('li'))
        section.toggleAttribute('hidden', !section.querySelector('li:not([hidden]), .more button, h1, .none-chosen'))
  }

  /** Nothing is said of all. A title that stands in two lists is one. */
  #tell(cards: HTMLElement[]): void {
    const isFiltered = Object.keys(this.#choice).length > 0
    this.toggleAttribute('filtered', isFiltered)
    const titlesOf = (some: HTMLElement[]) => new Set(some.map((card) => card.querySelector('a')?.href)).size
    const [shown, total] = [titlesOf(cards.filter((card) => this.#isChosen(card))), titlesOf(cards)]
    const numbers = { shown: count(shown, pageLocale()), total: count(total, pageLocale()) }
    const text = isFiltered ? interpolate(this.text('matching-text'), numbers) : ''
    const status = this.querySelector('.matching')
    // The cards are watched, and this stands among them.
    if (status && status.textContent !== text) status.textContent = text
  }

  #isChosen({ dataset }: HTMLElement): boolean {
    const { spoken, ages } = this.#choice
    return (!spoken || dataset['spoken'] === spoken) && (!ages || isForBand(dataset['ages'], ages))
  }

  /** Chips that are there stay, because one of them has the focus; among new ones its twin gets it. */
  #drawChips(spoken: readonly Locale[], bands: readonly AgeBand[]): void {
    const bar = this.querySelector<HTMLElement>('.filter')
    if (!bar) return
    const key = [...spoken, ...bands].join()
    const focused = bar.querySelector(':focus')?.textContent
    if (bar.dataset['choices'] !== key) {
      bar.dataset['choices'] = key
      bar.replaceChildren(
        ...spoken.map((locale) => chip(this.text(`${locale}-text`), { spoken: locale })),
        ...bands.map((band) => chip(this.#bandText(band), { band })),
      )
    }
    for (const button of bar.querySelectorAll('button')) {
      const { spoken: locale, band } = button.dataset
      if (button.textContent === focused) button.focus({ preventScroll: true })
      button.ariaPressed = String(locale ? locale === this.#choice.spoken : band === this.#choice.ages)
    }
  }

  #bandText(band: AgeBand): string {
    const { from, to } = readAges(band) ?? { from: 0, to: undefined }
    const locale = pageLocale()
    const text = this.text(to === undefined ? 'from-age-text' : 'ages-text')
    return interpolate(text, { from: digits(from, locale), to: digits(to ?? '', locale) })
  }
}

function chip(text: string, data: Record<string, string>): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'chip',
    textContent: text,
  })
  Object.assign(button.dataset, data)
  return button
}

define('card-filter', CardFilter)
