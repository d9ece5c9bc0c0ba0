import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { readAges } from '#contract/catalog/ages.ts'
import { demoCollections, demoTitles } from '#demo/catalog.ts'
import { importCatalog } from '../../../src/server/import/write-catalog.ts'
import { searchAs, suggestAs } from '../support/search.ts'
import { useShop } from '../support/shop.ts'

/** The demo catalog without its files. */
const shop = useShop('empty')
beforeAll(async () => {
  const { people, categories, synonyms } = demoCollections
  const withoutFiles = demoTitles.map(({ cover: _cover, samples: _samples, tracks, ...title }) => ({
    ...title,
    tracks: tracks.map(({ audio: _audio, ...track }) => ({ ...track, seconds: 60 })),
  }))
  await importCatalog(shop().context, {
    collections: { people: people.map(({ photo: _photo, ...person }) => person), categories, synonyms },
    titles: withoutFiles,
    folder: shop().folder,
  })
}, 120_000)

async function search(q: string) {
  const reply = await searchAs(shop(), q)
  const titles = [
    ...reply.kids,
    ...reply.audiobook,
    ...reply.kathavanioriginal,
    ...reply.podcast,
    ...reply['language-lab'],
  ]
  return { ...reply, titles }
}
const found = async (q: string) => (await search(q)).top_products.map(({ name }) => name)
const beginnings = (name: string) =>
  [...name].flatMap((_, index) =>
    [...name]
      .slice(0, index + 1)
      .join('')
      .trim().length > 1
      ? [
          [...name]
            .slice(0, index + 1)
            .join('')
            .trim(),
        ]
      : [],
  )

/** Typed texts that find no title of these names. */
async function missedOf(cases: { typed: string; names: string[] }[]): Promise<string[]> {
  const missed: string[] = []
  for (const { typed, names } of cases)
    if (!(await search(typed)).titles.some(({ name }) => names.includes(name))) missed.push(`${typed} (${names[0]})`)
  return missed
}

describe('every beginning of a name', () => {
  it('[SE-3] finds the title, in both scripts', async () => {
    const cases = demoTitles.flatMap(({ translations }) => {
      const names = Object.values(translations).map(({ name }) => name)
      // After two words, what follows only confirms.
      const typedOf = (name: string) => new Set([...beginnings(name.slice(0, 12)), name.slice(0, 60).trim()])
      return names.flatMap((name) => [...typedOf(name)].map((typed) => ({ typed, names })))
    })
    expect(await missedOf(cases)).toEqual([])
  }, 240_000)

  it('[SE-3] finds authors and narrators by each of their words', async () => {
    const { people } = demoCollections
    const heard = new Set(demoTitles.flatMap(({ authors, artists }) => [...(authors ?? []), ...(artists ?? [])]))
    const cases = people
      .filter((person) => heard.has(person.key))
      .flatMap(({ key, translations }) => {
        const theirs = demoTitles.filter(({ authors, artists }) =>
          [...(authors ?? []), ...(artists ?? [])].includes(key),
        )
        const names = theirs.flatMap((title) => Object.values(title.translations).map(({ name }) => name))
        return Object.values(translations)
          .flatMap(({ name }) => [name, ...name.split(' ').flatMap(beginnings)])
          .map((typed) => ({ typed, names }))
      })
    expect(await missedOf(cases)).toEqual([])
  }, 240_000)

  it.each(['panc', 'scho', 'elep', 'sah', 'spac'])(
    '[SE-3] is found although what follows decides how it sounds: %s',
    async (typed) => {
      expect((await search(typed)).titles.length).toBeGreaterThan(0)
    },
  )
})

describe('everyday words', () => {
  const genreOf = async (q: string) => {
    const { titles } = await search(q)
    const genres = new Map(
      demoTitles.map(({ translations, categories, key }) => [
        (translations.en ?? translations.mr)?.name,
        { categories, key },
      ]),
    )
    return titles.map(({ name }) => genres.get(name))
  }
  it.each([
    ['bhakti', 'devotional'],
    ['भक्ती', 'devotional'],
    ['dharmik', 'devotional'],
    ['हरिपाठ', 'devotional'],
    ['haripath', 'devotional'],
    ['itihas', 'history'],
    ['bedtime', 'kids-bedtime'],
    ['rahasya', 'mystery'],
  ])('[SE-3] %s finds the shelf %s', async (typed, shelf) => {
    const wanted = demoTitles.filter(({ categories }) => categories?.includes(shelf)).map(({ key }) => key)
    const got = (await genreOf(typed)).map((title) => title?.key)
    expect(wanted.length).toBeGreaterThan(0)
    expect(got).toEqual(expect.arrayContaining(wanted))
  })

  it.each([
    ['bhakti', 'devotional'],
    ['भक्ती', 'devotional'],
    ['history', 'history'],
    ['mystery', 'mystery'],
  ])('[SE-3] %s finds the titles of the genre of this name before those of kindred genres', async (typed, shelf) => {
    const wanted = demoTitles
      .filter(({ categories }) => categories?.includes(shelf))
      .map(({ translations }) => (translations.en ?? translations.mr)?.name)
    expect(wanted.length).toBeGreaterThan(1)
    expect((await found(typed)).slice(0, wanted.length).toSorted()).toEqual(wanted.toSorted())
  })

  it('[SE-3] kids marathi finds the kids titles that are spoken in Marathi, first', async () => {
    const { kids, audiobook } = await search('kids marathi')
    const spoken = demoTitles.filter(({ type, spoken: language }) => type === 'kids' && language === 'mr')
    expect(kids.filter((card) => card.spoken === 'mr')).toHaveLength(spoken.length)
    expect(audiobook).toEqual([])
  })

  it.each(['maharaj', 'gosht', 'महाराज', 'गोष्ट'])('[SE-3] %s finds something', async (typed) => {
    expect((await search(typed)).titles.length).toBeGreaterThan(0)
  })

  it('[SE-3] a word that only the publisher knows finds what its row names', async () => {
    const { synonyms } = demoCollections
    expect(synonyms.flatMap(({ words }) => words)).toContain('trek')
    expect((await search('trek')).titles.map(({ name }) => name)).toContain('The Sahyadri Log')
  })

  it('[SE-3] the name of a genre and of a narrator finds their titles', async () => {
    expect((await search('humour')).titles.length).toBeGreaterThan(0)
    expect((await search('Sharvari Nene')).titles.length).toBeGreaterThan(3)
  })
})

describe('extra words', () => {
  it('[SE-3] do not empty the result: what no title has with the others is left out and told', async () => {
    expect(await search('dnyaneshwari xqzvk')).toMatchObject({ dropped_words: ['xqzvk'] })
    expect((await found('dnyaneshwari xqzvk'))[0]).toBe('Dnyaneshwari')
    expect((await search('dnyaneshwari')).dropped_words).toEqual([])
  })

  it('[SE-3] the rare words stay, the common one goes', async () => {
    const { dropped_words, top_products } = await search('podcast tukaram gatha')
    expect([dropped_words, top_products[0]?.name]).toEqual([['podcast'], 'Tukaram: Abhang Gatha'])
  })

  it.each(['lahan mulansathi goshti', 'लहान मुलांसाठी गोष्टी', 'lahan mulanchya goshti', 'छोट्यांसाठी गोष्टी'])(
    '[SE-3] stories for small children are titles for children: %s',
    async (typed) => {
      const { kids, titles, dropped_words } = await search(typed)
      expect([kids.length, dropped_words]).toEqual([demoTitles.filter(({ ages }) => ages).length, []])
      expect(titles.slice(0, kids.length)).toEqual(kids)
      const { suggested_products } = await suggestAs(shop(), typed)
      const ids = kids.map(({ id }) => id)
      expect(suggested_products.map(({ id }) => ids.includes(id))).toEqual(Array(6).fill(true))
    },
  )

  it('[SE-2] nonsense finds nothing, however many words', async () => {
    expect(await search('qwxkvj zzkq')).toMatchObject({ titles: [], dropped_words: [] })
  })
})

describe('the age of a child', () => {
  /** Names of the titles of all children of these ages; in Marathi where they are asked for. */
  const namesFor = (from: number, to: number, spoken?: string) =>
    demoTitles
      .filter((title) => {
        const years = readAges(title.ages)
        return years && years.from <= to && (years.to ?? 17) >= from && (!spoken || title.spoken === spoken)
      })
      .map(({ translations }) => (translations.en ?? translations.mr)?.name)
      .toSorted()
  const namesOf = ({ titles }: { titles: { name: string }[] }) => titles.map(({ name }) => name).toSorted()

  it.each(['6 year old', '6-year-olds', 'for 6 yrs', '6yo', 'age 6', 'वय ६', '६ वर्षांच्या', '6 varshanchya'])(
    '[SE-3] finds all that is for that age and nothing else: %s',
    async (typed) => {
      expect(namesFor(6, 6).length).toBeLessThan(demoTitles.filter(({ ages }) => ages).length)
      const reply = await search(typed)
      expect(namesOf(reply)).toEqual(namesFor(6, 6))
      expect(reply.dropped_words).toEqual([])
    },
  )

  it('[SE-3] narrows what the other words find', async () => {
    const names = namesFor(6, 6, 'mr')
    expect(names.length).toBeGreaterThan(0)
    for (const typed of ['marathi stories for 6 year old', '6 वर्षांच्या मुलांसाठी मराठी गोष्टी']) {
      const reply = await search(typed)
      expect({ names: reply.kids.map(({ name }) => name).toSorted(), dropped: reply.dropped_words }).toEqual({
        names,
        dropped: [],
      })
    }
  })

  it.each([
    ['12 year old', 12, 12],
    ['१० वर्षांच्या', 10, 10],
    ['9 to 11 years', 9, 11],
    ['5-8 yrs', 5, 8],
  ])('[SE-3] may have two digits, or be a few years: %s', async (typed, from, to) => {
    expect(namesOf(await search(typed))).toEqual(namesFor(from, to))
  })

  it('[SE-3] stays when another word finds nothing beside it', async () => {
    const reply = await search('xqzvk for 6 year old')
    expect([namesOf(reply), reply.dropped_words]).toEqual([namesFor(6, 6), ['xqzvk']])
  })

  it('[SE-1] is suggested for too', async () => {
    const { suggested_products } = await suggestAs(shop(), 'stories for 6 year old')
    expect(suggested_products.length).toBeGreaterThan(0)
    expect(namesFor(6, 6)).toEqual(expect.arrayContaining(suggested_products.map(({ name }) => name)))
  })

  it('[OP-2] is found in titles of a release before, after its migration', async () => {
    const { db } = shop()
    const before = await db.query('select id, search_keys from products order by id')
    await db.query(
      `update products set search_keys = array(select key from unnest(search_keys) key where key not like '@%')`,
    )
    expect((await search('6 year old')).titles).toEqual([])
    await db.query(
      await readFile(new URL('../../../src/server/db/migrations/0037_ages_searched.sql', import.meta.url), 'utf8'),
    )
    expect(await db.query('select id, search_keys from products order by id')).toEqual(before)
  })
})
