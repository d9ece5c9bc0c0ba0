import { describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/text/locale.ts'
import { markAsPreview } from '../../../src/server/desk/publish/preview-banner.ts'
import { readFacts } from '../../../scripts/publish/build/page-facts.ts'

const PAGE = `<!doctype html><html lang="en"><head><meta name="robots" content="all"><title>A $& tale</title></head><body data-kids=""><a class="skip" href="#content">Skip</a><main>A tale</main></body></html>`
const textOf = (html: string) => html.replace(/<style>[\s\S]*?<\/style>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the preview of a page', () => {
  it.each([
    ['en', 'Nobody outside the desk sees it', 'Back to the editor', '/desk/title/?id=7'],
    ['mr', 'कार्यालयाबाहेर ते कोणालाही दिसत नाही', 'संपादनाकडे परत', '/mr/desk/title/?id=7'],
  ] as const)(
    '[DK-3] says first of all that it is one, and leads back to the editor: %s',
    (deskLocale, nobody, back, path) => {
      const marked = markAsPreview(PAGE, { id: 7, pageLocale: 'en', deskLocale })
      const [banner = ''] = /<body[^>]*><aside[\s\S]*?<\/aside>/.exec(marked) ?? []
      expect(textOf(banner)).toContain(nobody)
      expect(banner).toContain(`lang="${deskLocale}"`)
      expect(banner).toContain(`<a href="${path}" data-astro-reload>${back}</a>`)
      expect(marked).toContain('A $& tale')
    },
  )

  it('[DK-3] names the language of the page in that of the desk', () => {
    const texts = LOCALES.flatMap((deskLocale) =>
      LOCALES.map((pageLocale) => textOf(markAsPreview(PAGE, { id: 7, pageLocale, deskLocale }))),
    )
    expect(texts.map((text) => /English|Marathi|इंग्रजी|मराठी/.exec(text)?.[0])).toEqual([
      'English',
      'Marathi',
      'इंग्रजी',
      'मराठी',
    ])
  })

  it('[DK-6] is for no search engine, and its style has a hash for the content policy', () => {
    const marked = markAsPreview(PAGE, { id: 7, pageLocale: 'en', deskLocale: 'en' })
    expect(marked.match(/<meta name="robots"[^>]*>/g)).toEqual(['<meta name="robots" content="noindex">'])
    expect(readFacts(Buffer.from(marked), 'a preview').inline.filter((one) => one.startsWith('style'))).toHaveLength(1)
  })
})
