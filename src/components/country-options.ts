import { countryNames } from '#contract/fields/countries.ts'
import { states } from '#contract/fields/states.ts'
import type { Locale } from '#contract/text/locale.ts'

type Option = { value: string; label: string }

/** The countries by name in the reader's language, India first: most buyers live there. `dial`: before their numbers. */
export function countryOptions(locale: Locale): (Option & { dial: string })[] {
  const all = countryNames(locale).map(({ code, name, dial_code: dial }) => ({ value: code, label: name, dial }))
  return [...all.filter(({ value }) => value === 'IN'), ...all.filter(({ value }) => value !== 'IN')]
}

/** The states of India by name. */
export function stateOptions(locale: Locale): Option[] {
  const order = new Intl.Collator(locale)
  return Object.entries(states)
    .map(([value, names]) => ({ value, label: names[locale] }))
    .toSorted((a, b) => order.compare(a.label, b.label))
}
