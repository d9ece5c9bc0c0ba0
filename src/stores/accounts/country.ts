import { storageKeys } from '#contract/storage.ts'
import { persistentText } from '../persistent.ts'

/** Whose prices are shown. The inline head script reads it before the page is painted. */
const $country = persistentText(storageKeys.countryCode, (text) => /^[A-Z]{2}$/.test(text))

export function showPricesOf(country: string): void {
  $country.set(country)
  document.documentElement.dataset['country'] = country
}

/** After a sign-out nobody's country is stored, and pages show the prices of the time zone, as the inline head script found it. */
export function forgetCountry(): void {
  const { dataset } = document.documentElement
  $country.set('IN')
  dataset['country'] = dataset['zone'] ?? 'IN'
}
