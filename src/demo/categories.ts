import type { CategoryRow } from '#contract/import/import.ts'

type Kind = CategoryRow['kind']

function shelf(kind: Kind, rows: [key: string, en: string, mr?: string][]): CategoryRow[] {
  return rows.map(([key, en, mr], position) => ({
    key,
    kind,
    translations: { en: { name: en }, ...(mr && { mr: { name: mr } }) },
    position,
  }))
}

export const categories: CategoryRow[] = [
  ...shelf('genre', [
    ['history', 'History', 'इतिहास'],
    ['fiction', 'Fiction', 'कादंबरी'],
    ['mystery', 'Mystery', 'रहस्य'],
    ['devotional', 'Devotional', 'भक्ती'],
    ['poetry', 'Poetry', 'कविता'],
    ['biography', 'Lives', 'चरित्र'],
    ['travel', 'Travel', 'प्रवास'],
    ['science', 'Science', 'विज्ञान'],
    ['wellness', 'Calm and health', 'मनःशांती आणि आरोग्य'],
    ['humour', 'Humour', 'विनोद'],
    ['food', 'Food and home', 'खाद्य आणि घर'],
  ]),
  ...shelf('kids', [
    ['kids-bedtime', 'Bedtime stories', 'झोपेच्या गोष्टी'],
    ['kids-animals', 'Animal tales', 'प्राण्यांच्या गोष्टी'],
    ['kids-adventure', 'Adventure', 'साहस'],
    ['kids-festivals', 'Festivals', 'सणवार'],
    ['kids-science', 'Curious minds', 'कुतूहल'],
    ['kids-rhymes', 'Rhymes and songs', 'बडबडगीते आणि गाणी'],
  ]),
  ...shelf('languagelab', [
    ['lab-beginners', 'Marathi for beginners', 'मराठीची सुरुवात'],
    ['lab-spoken', 'Marathi at work and market', 'व्यवहारातली मराठी'],
    ['lab-script', 'Script and reading', 'लिपी आणि वाचन'],
    ['lab-english', 'English for Marathi speakers', 'मराठी भाषकांसाठी इंग्रजी'],
  ]),
]
