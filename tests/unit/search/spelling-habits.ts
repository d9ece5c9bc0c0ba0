/** Spells Marathi in Latin letters as different people do. Written apart from src/contract/text/romanise.ts, which it tests. */
export type Habit = {
  va: 'v' | 'w'
  long: { a: 'a' | 'aa'; i: 'i' | 'ee'; u: 'u' | 'oo' }
  chha: 'chh' | 'ch'
  dnya: 'dny' | 'gn' | 'jn' | 'gy'
  sha: 'sh' | 's'
  ru: 'ru' | 'ri'
  /** Writes the last `a` of a word: shiva, not shiv. */
  writesLastA: boolean
  /** Writes the words as one, or breaks a long word in two. */
  words?: 'joined' | 'split'
}

const usual: Habit = {
  va: 'v',
  long: { a: 'a', i: 'i', u: 'u' },
  chha: 'chh',
  dnya: 'dny',
  sha: 'sh',
  ru: 'ru',
  writesLastA: false,
}
export const habits: Record<string, Habit> = {
  'plain letters': usual,
  'w for v, ch for chh': { ...usual, va: 'w', chha: 'ch' },
  'long vowels doubled': { ...usual, long: { a: 'aa', i: 'ee', u: 'oo' } },
  'i and u doubled, w': { ...usual, va: 'w', long: { a: 'a', i: 'ee', u: 'oo' } },
  's for sh': { ...usual, sha: 's' },
  'gn, last a written': { ...usual, dnya: 'gn', writesLastA: true, ru: 'ri' },
  'jn, aa': { ...usual, dnya: 'jn', long: { a: 'aa', i: 'i', u: 'u' }, ru: 'ri' },
  gy: { ...usual, dnya: 'gy', ru: 'ri' },
  'words joined': { ...usual, words: 'joined' },
  'words split': { ...usual, words: 'split' },
}

const consonants = new Map(
  'क=k ख=kh ग=g घ=gh ङ=n च=ch ज=j झ=jh ञ=n ट=t ठ=th ड=d ढ=dh ण=n त=t थ=th द=d ध=dh न=n प=p फ=ph ब=b भ=bh म=m य=y र=r ऱ=r ल=l ळ=l स=s ह=h'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)
const vowels = new Map(
  'अ=a आ=A इ=i ई=I उ=u ऊ=U ऋ=R ए=e ऐ=ai ओ=o औ=au ऑ=o ॲ=a ा=A ि=i ी=I ु=u ू=U ृ=R े=e ै=ai ो=o ौ=au ॉ=o ॅ=a'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

type Syllable = { start: string; vowel: string; isInherent: boolean }

function syllablesOf(word: string, habit: Habit): Syllable[] {
  const syllables: Syllable[] = []
  for (const letter of word.normalize('NFC').replaceAll('़', '').match(/ज्ञ|./gu) ?? []) {
    const last = syllables.at(-1)
    const own = { व: habit.va, छ: habit.chha, श: habit.sha, ष: habit.sha, ज्ञ: habit.dnya }[letter]
    const start = own ?? consonants.get(letter)
    const vowel = vowels.get(letter)
    if (start) syllables.push({ start, vowel: 'a', isInherent: true })
    else if (letter === '्' && last) Object.assign(last, { vowel: '', isInherent: false })
    else if (vowel && /[\u093e-\u094c]/.test(letter) && last) Object.assign(last, { vowel, isInherent: false })
    else if (vowel) syllables.push({ start: '', vowel, isInherent: false })
    else if ((letter === 'ं' || letter === 'ँ') && last) last.vowel += 'N'
    else if (/[a-z0-9]/.test(letter)) syllables.push({ start: letter, vowel: '', isInherent: false })
  }
  return syllables
}

/** The `a` that is not heard: the last one, and one between two that are heard. */
function silence(syllables: Syllable[], { writesLastA }: Habit): void {
  const last = syllables.at(-1)
  const cluster = syllables.at(-2)?.vowel === ''
  if (last?.isInherent && last.vowel === 'a' && syllables.length > 1 && !writesLastA && !cluster) last.vowel = ''
  for (let at = syllables.length - 2; at > 0; at -= 1) {
    const [before, here, after] = [syllables[at - 1], syllables[at], syllables[at + 1]]
    if (here?.isInherent && here.vowel === 'a' && before?.vowel && after?.vowel && after.start) here.vowel = ''
  }
}

function spelledWord(word: string, habit: Habit): string {
  const syllables = syllablesOf(word, habit)
  silence(syllables, habit)
  return syllables
    .map(({ start, vowel }) => start + vowel)
    .join('')
    .replace(/N$/, '')
    .replace(/N(?=[pbm])/g, 'm')
    .replaceAll('N', 'n')
    .replace(/A$/, 'a')
    .replaceAll('A', habit.long.a)
    .replaceAll('I', habit.long.i)
    .replaceAll('U', habit.long.u)
    .replaceAll('R', habit.ru)
}

/** A Marathi name as somebody of this habit types it. */
export function spell(name: string, habit: Habit): string {
  const digits = name.replace(/[०-९]/g, (digit) => String('०१२३४५६७८९'.indexOf(digit)))
  const words = digits
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => spelledWord(word.toLowerCase(), habit))
  if (habit.words === 'joined') return words.join('')
  if (habit.words === 'split') return words.map(splitLong).join(' ')
  return words.join(' ')
}

/** Long words are often compounds; they are broken before a consonant in their middle. */
function splitLong(word: string): string {
  const middle = Math.floor(word.length / 2)
  const at = word.slice(middle).search(/(?<=[aeiou])[bcdgjklmnprstv]/)
  return word.length > 9 && at >= 0 ? `${word.slice(0, middle + at)} ${word.slice(middle + at)}` : word
}
