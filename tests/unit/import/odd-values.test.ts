import { describe, expect, it } from 'vitest'
import { isLanguageTag } from '#contract/import/import-key.ts'
import { languageName } from '#i18n/language-name.ts'
import { isMenuSlug } from '#i18n/paths.ts'
import { repaired } from '../../../src/server/import/media/tags.ts'
import { language } from '../../../src/server/import/tables/languages.ts'

describe('odd values', () => {
  it('[IM-6] a spoken language is any BCP 47 code or the name of a language', () => {
    const cells = [
      'en-CA',
      'en_ca',
      'hi',
      'hin',
      'Hindi',
      'हिंदी',
      'Language:\n English',
      'French',
      'kok',
      'Multilingual',
      'eng',
      'mr-IN',
    ]
    expect(cells.map((cell) => [cell, language(cell)])).toEqual(
      ['en-CA', 'en-CA', 'hi', 'hi', 'hi', 'hi', 'en', 'fr', 'kok', 'mul', 'en', 'mr'].map((value, at) => [
        cells[at],
        { value },
      ]),
    )
    expect(['xx', 'Martian', '12'].map(language)).toEqual(Array(3).fill({ reason: 'language' }))
  })

  it('[IM-6] a tag that no page can name is no language, and a stored one stays as it is', () => {
    const tags = ['hi-12', 'zh-cmn', 'en-u-nu-deva', 'en-x-abc']
    expect(tags.filter((tag) => 'value' in language(tag))).toEqual([])
    expect(tags.filter(isLanguageTag)).toEqual([])
    expect(['hi', 'hin', 'en-CA', 'zh-Hant-TW', 'mul'].filter((tag) => !isLanguageTag(tag))).toEqual([])
    expect(tags.map((tag) => languageName(tag, 'mr'))).toEqual(tags)
    expect(languageName('en-CA', 'en')).toBe('Canadian English')
  })

  it('[IM-6] tags with UTF-8 that is declared as Latin-1 are read, and real Latin-1 stays', () => {
    const broken = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
    expect([repaired(broken('मराठी')), repaired('Café'), repaired(broken('Café')), repaired('मराठी')]).toEqual([
      'मराठी',
      'Café',
      'Café',
      'मराठी',
    ])
  })

  it('[IM-3] a menu item leads to a page of the shop', () => {
    expect(['home', 'kids', 'language-lab', 'podcast', 'subscribe'].filter((slug) => !isMenuSlug(slug))).toEqual([])
    expect(['nowhere', 'search', 'author', 'library-2', 'product-details'].filter(isMenuSlug)).toEqual([])
  })
})
