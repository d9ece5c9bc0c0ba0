import { useEffect, useMemo, useState } from 'react'
import { zonesOf } from '#contract/time/time-zones.ts'
import type { Locale } from '#contract/text/locale.ts'
import { zoneName } from '#i18n/dates/zone-name.ts'
import type { Option } from '#ui/Field.tsx'

const names = new Map<string, string>()

/** Made once for each language: it takes a browser three milliseconds. */
function labelOf(zone: string, locale: Locale): string {
  const key = `${locale} ${zone}`
  const name = names.get(key) ?? zoneName(zone, locale)
  names.set(key, name)
  return name
}

function optionsOf(zones: Iterable<string>, locale: Locale): Option[] {
  const order = new Intl.Collator(locale)
  return [...zones]
    .map((value) => ({ value, label: labelOf(value, locale) }))
    .toSorted((one, other) => order.compare(one.label, other.label))
}

const allZones = (): string[] => [...('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []), 'UTC']

/** Some at a time: a phone needs seconds to name them all. */
const AT_ONCE = 8

function nameAll(locale: Locale, done: (options: Option[]) => void): () => void {
  const zones = allZones()
  let timer = setTimeout(nameFrom, 0, 0)
  function nameFrom(at: number): void {
    for (const zone of zones.slice(at, at + AT_ONCE)) labelOf(zone, locale)
    if (at + AT_ONCE >= zones.length) return done(optionsOf(zones, locale))
    timer = setTimeout(nameFrom, 0, at + AT_ONCE)
  }
  return () => clearTimeout(timer)
}

/** The zones of a country and the chosen one, which another browser may have named; soon after it all of this browser. */
export function useTimeZones(chosen: string, locale: Locale, country = ''): Option[] {
  const [all, setAll] = useState<Option[]>([])
  useEffect(() => nameAll(locale, setAll), [locale])
  return useMemo(() => {
    const near = new Set([...(country ? zonesOf(country) : []), ...(chosen ? [chosen] : [])])
    return [...optionsOf(near, locale), ...all.filter(({ value }) => !near.has(value))]
  }, [chosen, locale, country, all])
}
