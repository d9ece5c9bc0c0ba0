import type { CatalogReport, Gap } from '../../src/server/operations/catalog-report.ts'

const HEADINGS: Record<Gap, string> = {
  english: 'without an English text: they are missing in the English shop',
  marathi: 'without a Marathi text: they are missing in the Marathi shop',
  cover: 'without a cover',
  sample: 'without a sample',
  tracks: 'without tracks',
  silent: 'with tracks that have no sound',
  seconds: 'with tracks of no length',
  author: 'without an author',
  category: 'without a genre',
  price: 'without a price, although neither free nor in plans only',
  onePrice: 'with a price in one currency only: they are not sold in the other countries',
  slug: 'with the same slug as another title (their pages differ by id)',
  script: 'with letters of two scripts in one word, for example a Latin letter in a Marathi word',
  description: 'without a description',
}
const SHOWN = 5

/** Text of the report: what is missing, with the first few keys of each. */
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
