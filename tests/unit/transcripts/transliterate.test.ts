import { describe, expect, it } from 'vitest'
import { transliterate } from '#contract/text/transliterate.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('Marathi in Latin letters', () => {
  it.each([
    ['कथा', 'kathā'],
    ['मराठी', 'marāṭhī'],
    ['ज्ञानेश्वर', 'jñānēśvara'],
    ['सह्याद्री', 'sahyādrī'],
    ['ऋतू', 'r̥tū'],
    ['कृष्ण', 'kr̥ṣṇa'],
    ['आळंदी', 'āḷaṁdī'],
    ['दुःख', 'duḥkha'],
    ['वाऱ्यावर', 'vāṟyāvara'],
    ['बॅट', 'bêṭa'],
    ['कॉफी', 'kôphī'],
    ['गई', 'gaī'],
    ['बाइक', 'bāika'],
    ['पाऊस', 'pāūsa'],
    ['कइक', 'ka:ika'],
    ['फ़ज़ल', 'fazala'],
    ['श्रीमान्', 'śrīmān'],
    ['एक १२३.', 'ēka 123.'],
  ])('[LN-2] by ISO 15919: %s is %s', (marathi, latin) => {
    expect(transliterate(marathi, 'iso')).toBe(latin.normalize('NFC'))
  })

  it.each([
    ['कथा', 'katha'],
    ['मराठी', 'marathi'],
    ['घर', 'ghar'],
    ['राम', 'ram'],
    ['पुस्तक', 'pustak'],
    ['गोष्ट', 'goshta'],
    ['करता', 'karta'],
    ['समजलं', 'samajla'],
    ['सकाळी', 'sakali'],
    ['आजोबांच्या', 'aajobanchya'],
    ['अंबा', 'amba'],
    ['ज्ञानेश्वर', 'dnyaneshvar'],
    ['सह्याद्री', 'sahyadri'],
    ['मुलगा', 'mulga'],
    ['न', 'na'],
    ['आई', 'aai'],
    ['डोंगर', 'dongar'],
    ['पाऊस पडला।', 'paus padla.'],
    ['“अरे!” आजी म्हणाली, “२१ मुलं?”', '“are!” aaji mhanali, “21 mula?”'],
  ])('[LN-2] as people type it: %s is %s', (marathi, latin) => {
    expect(transliterate(marathi, 'plain')).toBe(latin)
  })

  it('[LN-2] leaves other scripts as they are', () => {
    expect(transliterate('Rain, again — 3×', 'plain')).toBe('Rain, again — 3×')
    expect(transliterate('قال “सलाम”', 'iso')).toBe('قال “salāma”')
  })

  it('[LN-2] leaves no Devanagari letter of Marathi behind', () => {
    const points = [
      0x901,
      0x902,
      0x903,
      ...range(0x905, 0x914),
      ...range(0x915, 0x939),
      ...range(0x93e, 0x94d),
      ...range(0x966, 0x96f),
      0x972,
    ]
    const marathi = points.map((point) => String.fromCodePoint(point))
    const left = marathi.filter((letter) =>
      /[\u0900-\u097f]/.test(transliterate(`क${letter}`, 'iso') + transliterate(`क${letter}`, 'plain')),
    )
    expect(left).toEqual([])
  })
})
