import { describe, expect, it } from 'vitest'
import { foldedWords, foldText, shorterForms, withinOneEdit, wordKeys } from '#contract/listening/sound-key.ts'

/** The most usual key of each word. */
const key = (text: string) =>
  foldedWords(text)
    .map((word) => wordKeys(word)[0])
    .join(' ')

describe('[SE-3] sound key', () => {
  it.each([
    ['कथा', 'katha', 'kathaa'],
    ['ज्ञानेश्वर', 'dnyaneshwar', 'jnaneshwar', 'gyaneshwar', 'Dnyaneshvar'],
    ['मराठी', 'marathi', 'Marathee'],
    ['श्यामची आई', 'shyamchi aai', 'Shyamachi Aayi'],
    ['छावा', 'chhava', 'chava', 'chhawa'],
    ['श्रीमान योगी', 'shriman yogi', 'shreeman yogee'],
    ['तुकाराम', 'tukaram', 'tukram'],
    ['पंचतंत्र', 'panchatantra', 'panchtantra'],
    ['पु. ल. देशपांडे', 'pu la deshpande', 'Pu. La. Deshpande'],
    ['ऑडिओ', 'audio', 'odio'],
    ['विज्ञान', 'vidnyan', 'vigyan'],
    ['विठ्ठल', 'vitthal', 'vithal'],
    ['संपत', 'sampat'],
    ['शाळा', 'shala', 'shaala'],
    ['माझा', 'majha', 'maza'],
    ['२१', '21'],
  ])('matches %s with its transliterations', (marathi, ...typed) => {
    expect(typed.map(key)).toEqual(typed.map(() => key(marathi)))
  })

  it.each([
    ['katha', 'kavita'],
    ['shala', 'shela'],
    ['tukaram', 'tulsi'],
    ['मराठी', 'मराठा बाणा'],
  ])('separates %s from %s', (a, b) => {
    expect(key(a)).not.toBe(key(b))
  })

  it.each([
    ['dnyneshwari', 'ज्ञानेश्वरी'],
    ['pantatantra', 'पंचतंत्र'],
    ['tukaarm', 'तुकाराम'],
    ['krishna', 'कृष्ण'],
  ])('differs by one letter when %s is typed for %s', (typed, meant) => {
    expect(withinOneEdit(key(typed), key(meant))).toBe(true)
  })

  it.each([
    ['पाऊस', 'pavus', 'pawus', 'paus'],
    ['देऊळ', 'devul', 'deul'],
    ['जेऊन', 'jevun', 'jeun'],
    ['भावुक', 'bhavuk', 'bhawuk'],
  ])('finds %s however the glide between its vowels is written', (marathi, ...typed) => {
    const meant = wordKeys(marathi)
    for (const word of typed) expect([word, wordKeys(word).some((one) => meant.includes(one))]).toEqual([word, true])
  })

  it('treats ऱ and र with a dot as the same letter', () => {
    expect(key('गुऱ्हाळ')).toBe(key('गुर\u093C्हाळ'))
  })

  it('ignores joiners inside a word', () => {
    expect(key('सूर्\u200Dय')).toBe(key('सूर्य'))
  })

  it('folds case, marks, quotes, dashes and digits', () => {
    expect(foldText('  Café—“L’Été” १२ ')).toBe('cafe lete 12')
  })

  it('keeps other scripts as they are', () => {
    expect(key('Война и мир')).toBe(foldText('Война и мир'))
  })

  it('returns no key for punctuation', () => {
    expect(key('… !? —')).toBe('')
  })

  it('separates random letters from short words', () => {
    expect(key('zzzz')).not.toBe(key('z'))
  })

  it.each([
    ['abc', 'abc', true],
    ['abc', 'ab', true],
    ['abc', 'abxc', true],
    ['abc', 'axc', true],
    ['abc', 'acb', true],
    ['abc', 'cab', false],
    ['abc', 'a', false],
  ])('compares %s and %s', (a, b, near) => {
    expect(withinOneEdit(a, b)).toBe(near)
    const meet = shorterForms(a).some((form) => shorterForms(b).includes(form))
    // Words that are near always meet in a shorter form, so the index never misses one.
    expect(meet || !near).toBe(true)
  })
})
