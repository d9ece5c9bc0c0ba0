import { podcastCategory } from '#brand/brand.ts'

/** Categories of podcast directories with their subcategories: Apple's list, which the other directories read too. */
const DIRECTORY: Record<string, string[]> = {
  Arts: ['Books', 'Design', 'Fashion & Beauty', 'Food', 'Performing Arts', 'Visual Arts'],
  Business: ['Careers', 'Entrepreneurship', 'Investing', 'Management', 'Marketing', 'Non-Profit'],
  Comedy: ['Comedy Interviews', 'Improv', 'Stand-Up'],
  Education: ['Courses', 'How To', 'Language Learning', 'Self-Improvement'],
  Fiction: ['Comedy Fiction', 'Drama', 'Science Fiction'],
  Government: [],
  History: [],
  'Health & Fitness': ['Alternative Health', 'Fitness', 'Medicine', 'Mental Health', 'Nutrition', 'Sexuality'],
  'Kids & Family': ['Education for Kids', 'Parenting', 'Pets & Animals', 'Stories for Kids'],
  Leisure: [
    'Animation & Manga',
    'Automotive',
    'Aviation',
    'Crafts',
    'Games',
    'Hobbies',
    'Home & Garden',
    'Video Games',
  ],
  Music: ['Music Commentary', 'Music History', 'Music Interviews'],
  News: [
    'Business News',
    'Daily News',
    'Entertainment News',
    'News Commentary',
    'Politics',
    'Sports News',
    'Tech News',
  ],
  'Religion & Spirituality': ['Buddhism', 'Christianity', 'Hinduism', 'Islam', 'Judaism', 'Religion', 'Spirituality'],
  Science: [
    'Astronomy',
    'Chemistry',
    'Earth Sciences',
    'Life Sciences',
    'Mathematics',
    'Natural Sciences',
    'Nature',
    'Physics',
    'Social Sciences',
  ],
  'Society & Culture': ['Documentary', 'Personal Journals', 'Philosophy', 'Places & Travel', 'Relationships'],
  Sports: ['Cricket', 'Football', 'Running', 'Soccer', 'Swimming', 'Tennis', 'Volleyball', 'Wilderness', 'Wrestling'],
  Technology: [],
  'True Crime': [],
  'TV & Film': ['After Shows', 'Film History', 'Film Interviews', 'Film Reviews', 'TV Reviews'],
}

/** Words of genres for which the directories have another one. */
const SYNONYMS: Record<string, string> = {
  biographies: 'Documentary',
  biography: 'Documentary',
  children: 'Kids & Family',
  cinema: 'TV & Film',
  cooking: 'Food',
  devotional: 'Religion & Spirituality',
  economics: 'Business',
  environment: 'Nature',
  health: 'Health & Fitness',
  humor: 'Comedy',
  humour: 'Comedy',
  kids: 'Kids & Family',
  languages: 'Language Learning',
  literature: 'Books',
  lives: 'Documentary',
  memoir: 'Personal Journals',
  mystery: 'Drama',
  novels: 'Fiction',
  poetry: 'Books',
  psychology: 'Mental Health',
  society: 'Society & Culture',
  stories: 'Fiction',
  theatre: 'Performing Arts',
  travel: 'Places & Travel',
  wellness: 'Health & Fitness',
}

type Category = { text: string; categories?: { text: string }[] }

const categoryIn = (text: string, below?: string): Category => ({
  text,
  ...(below && { categories: [{ text: below }] }),
})

const lettersOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]+/g, ' ')
    .trim()

const BY_LETTERS = new Map<string, Category>(
  Object.entries(DIRECTORY).flatMap(([text, below]) => [
    ...below.map((name) => [lettersOf(name), categoryIn(text, name)] as const),
    [lettersOf(text), categoryIn(text)] as const,
  ]),
)

const named = (words: string): Category | undefined => BY_LETTERS.get(lettersOf(SYNONYMS[words] ?? words))

/** The whole name, or else the first of its words that says a category: “Food and home” is food. */
function categoryOf(genre: string): Category | undefined {
  const letters = lettersOf(genre)
  const words = [letters, ...letters.split(' ')]
  return words.map(named).find((found) => found !== undefined)
}

/** Categories of a feed, from the English names of its genres, each once; the one of the brand when none is known. */
export function podcastCategories(genres: readonly string[]): Category[] {
  const known = new Set(genres.flatMap((genre) => categoryOf(genre) ?? []))
  return known.size > 0 ? [...known] : [categoryIn(podcastCategory.text, podcastCategory.below)]
}
