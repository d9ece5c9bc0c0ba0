import { describe, expect, it } from 'vitest'
import { messages } from '../../src/server/runtime/messages.ts'
import { localized } from '#i18n/paths.ts'
import { allPages, entryPages, LOCALES, type Page } from './support/site.ts'

const pages = allPages()
const at = (path: string) => pages.find((page) => page.path === path)
const menuPath = ({ html }: Page, language: string) =>
  decodeURI(new RegExp(`<language-switch>[\\s\\S]*?href="([^"]+)" hreflang="${language}"`).exec(html)?.[1] ?? '')

describe.each(LOCALES)('a title that has no name in %s', (locale) => {
  const other = locale === 'en' ? 'mr' : 'en'
  const alone = entryPages(pages, '/product-details/', other).filter(
    ({ html }) => !html.includes(`<link rel="alternate" hreflang="${locale}"`),
  )

  it('[SH-5] has a page that says so and leads to it, and that no search engine lists', () => {
    expect(alone.length).toBeGreaterThan(0)
    for (const { path } of alone) {
      const own = localized(path.replace(/^\/mr(?=\/)/, ''), locale)
      const page = at(own)
      expect(page?.isHidden, own).toBe(true)
      expect(page?.html, own).toContain(messages(locale, 'catalog')('fallback.onlyOther'))
      expect(page?.html, own).toMatch(new RegExp(`<a class="button"[^>]* href="${encodeURI(path)}"`))
      expect(page?.html, own).not.toContain('rel="alternate" hreflang')
    }
  })

  it('[SH-4] is kept by the language menu, both ways', () => {
    for (const page of alone) {
      const own = localized(page.path.replace(/^\/mr(?=\/)/, ''), locale)
      expect(menuPath(page, locale)).toBe(own)
      const stub = at(own)
      expect(stub && menuPath(stub, other)).toBe(page.path)
    }
  })
})
