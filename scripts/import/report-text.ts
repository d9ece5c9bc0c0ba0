import type { CatalogReport, Gap } from '../../src/server/operations/catalog-report.ts'

const HEADINGS: Record<Gap, string> = {
  english: 'without an English text: they are missing in the English shop',
  marathi: 'without a Marathi text: they are missing in the Marathi shop',
  cover: 'without a cover',
  sample: 'without a sample to listen to',
  tracks: 'without tracks',
  silent: 'with tracks that have no sound',
  seconds: 'with tracks of no length',
  author: 'without an author',
  category: 'without a genre',
  price: 'with no price, though neither free nor only in plans',
  onePrice: 'with a price in one currency alone: they are not sold',
  slug: 'that share their address word with another title (their pages differ by number)',
  script: 'with letters of two scripts in one word: a Latin letter in a Marathi word, say',
  description: 'without a description',
}
const SHOWN = 5

/** What the catalog lacks, the first few of each by key. */
export function reportText({ titles, gaps }: CatalogReport): string {
  const lines = gaps.flatMap(({ gap, count, keys }) =>
    count === 0
      ? []
      : [
          `${String(count).padStart(7)}  ${HEADINGS[gap]}`,
          `         ${keys.slice(0, SHOWN).join(', ')}${count > SHOWN ? ' …' : ''}`,
        ],
  )
  return [`${titles} titles in the shop.`, ...(lines.length > 0 ? lines : ['Nothing is missing.'])].join('\n')
}
