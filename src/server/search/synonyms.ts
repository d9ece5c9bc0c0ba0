import { nameText, type MatchWord } from '#contract/search/name-match.ts'
import { AUDIO_TYPES } from '#contract/import/import.ts'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/row.ts'
import type { categories } from '../db/schema/catalog/categories.ts'
import type { searchSynonyms } from '../db/schema/catalog/search.ts'
import { createCache } from '../catalog/cache/cache.ts'
import { keysOf, namesOf } from './terms.ts'

/** Genres, and values of columns by which everybody finds a title. */
export type Kinds = { genres: number[]; types: string[]; spoken: string[]; isFree: boolean }
/** `of`: the keys of what a typed word also means. `kindsOf`: the kinds of titles with one of the keys. */
export type Meanings = { of: (word: MatchWord) => string[]; kindsOf: (keys: readonly string[]) => Kinds }

/** Everyday words of listeners for what the shop names otherwise. Publishers add rows by the import (scripts/import/README.md). */
const COMMON_SYNONYMS: readonly (readonly string[])[] = [
  [
    'kids',
    'children',
    'child',
    'bal',
    'बाल',
    'बालकथा',
    'मुलांसाठी',
    'मुलांच्या',
    'लहान',
    'लहान मुले',
    'लहानग्यांसाठी',
    'छोट्यांसाठी',
    'छोट्या',
    'little ones',
    'toddlers',
    'mule',
    'mulanchi',
    'mulansathi',
    'balgoshti',
  ],
  ['bedtime', 'sleep', 'goodnight', 'झोप', 'झोपेच्या', 'झोपताना', 'अंगाई', 'zop', 'lullaby', 'angai'],
  ['story', 'stories', 'tales', 'tale', 'कथा', 'गोष्ट', 'गोष्टी', 'kahani', 'कहाणी', 'gosht', 'goshta'],
  [
    'devotional',
    'spiritual',
    'religion',
    'religious',
    'भक्ती',
    'अध्यात्म',
    'धार्मिक',
    'हरिपाठ',
    'अभंग',
    'कीर्तन',
    'भजन',
    'आरती',
    'स्तोत्र',
    'पोथी',
    'dharmik',
    'adhyatma',
    'bhakti',
    'संत',
    'devotion',
    'prayer',
    'वारी',
  ],
  ['history', 'historical', 'इतिहास', 'ऐतिहासिक', 'शिवाजी', 'छत्रपती', 'शिवराय', 'मराठे'],
  ['महाराज', 'शिवाजी', 'छत्रपती', 'संत', 'इतिहास', 'भक्ती', 'history', 'devotional'],
  ['fiction', 'novel', 'novels', 'कादंबरी', 'कादंबऱ्या'],
  ['mystery', 'thriller', 'detective', 'crime', 'suspense', 'रहस्य', 'रहस्यकथा', 'गुप्तहेर', 'थरारक'],
  ['horror', 'ghost', 'ghosts', 'भय', 'भयकथा', 'भूत', 'भुताच्या', 'bhut'],
  ['poetry', 'poems', 'poem', 'कविता', 'काव्य', 'गझल'],
  ['humour', 'humor', 'comedy', 'funny', 'विनोद', 'विनोदी', 'हास्य', 'गमतीदार'],
  ['biography', 'biographies', 'lives', 'autobiography', 'memoir', 'चरित्र', 'आत्मचरित्र', 'आत्मकथा', 'जीवन'],
  ['travel', 'journey', 'प्रवास', 'प्रवासवर्णन', 'भटकंती', 'pravas'],
  ['science', 'विज्ञान', 'शास्त्र', 'scientific'],
  [
    'health',
    'wellness',
    'calm',
    'meditation',
    'yoga',
    'आरोग्य',
    'ध्यान',
    'योग',
    'मनःशांती',
    'शांती',
    'motivation',
    'self help',
  ],
  ['food', 'cooking', 'recipes', 'खाद्य', 'पाककृती', 'स्वयंपाक', 'रेसिपी'],
  ['animals', 'animal', 'प्राणी', 'प्राण्यांच्या'],
  ['festival', 'festivals', 'सण', 'सणवार', 'दिवाळी', 'गणपती'],
  ['songs', 'rhymes', 'music', 'गाणी', 'बडबडगीते', 'बडबड', 'गीत'],
  ['adventure', 'साहस', 'साहसी'],
  ['marathi', 'मराठी'],
  ['english', 'इंग्रजी', 'इंग्लिश'],
  ['audiobook', 'audiobooks', 'book', 'books', 'पुस्तक', 'पुस्तके', 'ऑडिओबुक', 'ग्रंथ'],
  ['podcast', 'podcasts', 'पॉडकास्ट'],
  ['series', 'original', 'originals', 'मालिका', 'ओरिजिनल'],
  ['course', 'courses', 'learn', 'lessons', 'शिका', 'शिकणे', 'भाषा'],
  ['free', 'मोफत', 'फुकट', 'विनामूल्य'],
]

/** By the key of a whole entry, without spaces: the keys of the other entries of its groups. */
type Table = Map<string, Set<string>>

type Kind = { keys: Set<string>; genre?: number; type?: string; spoken?: string; isFree?: boolean }
type Vocabulary = { table: Table; kinds: Kind[] }

/** Reads the synonyms and the names of the genres once per version of the catalog. */
export function createSynonyms(db: Db): () => Promise<Meanings> {
  const cache = createCache<Vocabulary>(db)
  return async () => {
    const { table, kinds } = await cache('vocabulary', () => readVocabulary(db))
    return {
      of: ({ keys, joinedSounds }) => [
        ...new Set([...keys, ...joinedSounds].flatMap((key) => [...(table.get(key) ?? [])])),
      ],
      kindsOf: (keys) => kindsWith(kinds, keys),
    }
  }
}

function kindsWith(all: Kind[], keys: readonly string[]): Kinds {
  const kinds = all.filter((kind) => keys.some((key) => kind.keys.has(key)))
  return {
    genres: kinds.flatMap(({ genre }) => genre ?? []),
    types: kinds.flatMap(({ type }) => type ?? []),
    spoken: kinds.flatMap(({ spoken }) => spoken ?? []),
    isFree: kinds.some(({ isFree }) => isFree),
  }
}

async function readVocabulary(db: Db): Promise<Vocabulary> {
  const [synonyms, genres] = await Promise.all([
    db.query<Pick<Row<typeof searchSynonyms>, 'words'>>('select words from search_synonyms'),
    db.query<Pick<Row<typeof categories>, 'id' | 'translations'>>('select id, translations from categories'),
  ])
  const keys = (...names: string[]) => new Set(keysOf(names))
  return {
    table: tableOf([...COMMON_SYNONYMS, ...synonyms.map(({ words }) => words)]),
    kinds: [
      ...genres.map(({ id, translations }) => ({ genre: id, keys: keys(...namesOf(translations)) })),
      ...AUDIO_TYPES.map((type) => ({ type, keys: keys(typeName(type)) })),
      ...Object.entries(LANGUAGES).map(([spoken, name]) => ({ spoken, keys: keys(name) })),
      { isFree: true, keys: keys(FREE) },
    ],
  }
}

function tableOf(groups: readonly (readonly string[])[]): Table {
  const table: Table = new Map()
  for (const group of groups) {
    const keys = group.map((entry) => nameText(entry).whole)
    for (const [index, own] of keys.entries())
      for (const key of own) {
        const meanings = table.get(key) ?? new Set()
        keys.forEach((others, at) => at !== index && others.forEach((other) => meanings.add(other)))
        table.set(key, meanings)
      }
  }
  return table
}

const LANGUAGES = { mr: 'marathi', en: 'english' }
const typeName = (audioType: string) => (audioType === 'languagelab' ? 'course' : audioType)
const FREE = 'free'

/** Names under which everybody finds what a title is, besides its own genres. */
type Facets = { audio_type: string; spoken: string; spoken_tag?: string | null; is_free: boolean }
export function facetNames(title: Facets): string[] {
  const { spoken, spoken_tag: tag } = title
  // A title in Hindi is not found by "english".
  const language = tag && !tag.startsWith(spoken) ? [] : [spoken === 'mr' ? LANGUAGES.mr : LANGUAGES.en]
  return [typeName(title.audio_type), ...language, ...(title.is_free ? [FREE] : [])]
}
