import type { SeriesRow, TitleRow } from '#contract/import/import.ts'

export const series: SeriesRow[] = [
  {
    key: 'secrets-of-old-pune',
    translations: { en: { name: 'Secrets of Old Pune' }, mr: { name: 'जुन्या पुण्याची गुपितं' } },
  },
  { key: 'little-wonders', translations: { en: { name: 'Little Wonders' }, mr: { name: 'छोटी छोटी नवलं' } } },
]

/** Keys of titles in the order of each series. */
const TITLES: Record<string, string[]> = {
  'secrets-of-old-pune': ['the-clockmaker-of-pune', 'the-last-tonga', 'vada-number-saat'],
  'little-wonders': ['gulpolicha-gupit', 'mungichi-antaralvari', 'school-of-moonlight'],
}

export function placeInSeries(key: string): Pick<TitleRow, 'series' | 'seriesNumber'> {
  const [name, titles = []] = Object.entries(TITLES).find(([, keys]) => keys.includes(key)) ?? []
  return name ? { series: name, seriesNumber: titles.indexOf(key) + 1 } : {}
}
