/** A book as the data set describes it. */
export type Book = {
  id: string
  title: string
  authors?: { name?: string }[]
  genres?: string[]
  description_html?: string
  duration_s: number
  chapters?: number
  year?: string
}

const COUNT = 10_000
const WORDS =
  'river house night garden story road winter island captain letter mountain silver dream king daughter forest star window journey shadow village music summer morning stone bridge light voice secret crown ocean teacher market lantern desert friend memory harvest storm'.split(
    ' ',
  )
const FIRST = 'Asha Vijay Meera Anand Sunanda Ravi Leela Arun Kamala Mohan Nanda Prakash Rama Shanta Tara Uday'.split(
  ' ',
)
const LAST = 'Kale Joshi Deshpande Kulkarni Pawar More Gokhale Phadke Sathe Apte Bapat Chitre Dixit Gore Jadhav'.split(
  ' ',
)
const GENRES = ['Novel', 'History', 'Poetry', 'Science', 'Travel', 'Essays', 'Mystery', 'Fables', 'Drama', 'Memoir']

/** Books for machines without the data set: always the same, in the proportions of the real ones (few authors write much). */
export function* madeUpBooks(): Generator<Book> {
  let state = 1
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const words = (count: number) => Array.from({ length: count }, () => oneOf(WORDS)).join(' ')
  for (let index = 0; index < COUNT; index += 1) {
    // The square makes the first authors prolific.
    const author = Math.floor(random() ** 2 * 3_000)
    yield {
      id: String(index),
      title: `${words(2 + Math.floor(random() * 4))} ${index}`,
      authors: [{ name: `${FIRST[author % FIRST.length]} ${LAST[(author >> 4) % LAST.length]} ${author}` }],
      genres: [oneOf(GENRES), oneOf(GENRES)].filter((genre, at, all) => all.indexOf(genre) === at),
      description_html: `<p>${words(40 + Math.floor(random() * 160))}</p>`,
      duration_s: 3_600 + Math.floor(random() * 60_000),
      chapters: 1 + Math.floor(random() * 30),
    }
  }
}
