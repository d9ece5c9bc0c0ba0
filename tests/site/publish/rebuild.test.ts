import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { differencesOf } from '../../../scripts/publish/build/differences.ts'
import type { Change } from '../support/proxy.ts'
import {
  build,
  changeCatalog,
  current,
  everywhere,
  isAuthor,
  isTitle,
  page,
  rebuild,
  useRebuildFolders,
  renamed,
  rendered,
  served,
  title,
  whole,
  without,
  type Answer,
} from '../support/rebuild.ts'

/** Rebuilds after changes of the catalog, beside full builds of the same catalog. */
useRebuildFolders()

describe('a rebuild', () => {
  it('[SD-4] publishes nothing without a change', async () => {
    const before = current()
    expect(await rebuild()).toEqual({ code: 0, out: 'nothing changed\n', error: [] })
    expect(current()).toBe(before)
  })

  it('[SD-4] renders no page when only the version of the catalog changed', async () => {
    const before = current()
    changeCatalog((_, answer) => answer)
    expect(await rebuild()).toEqual({ code: 0, out: 'nothing changed\n', error: [] })
    expect(await rebuild()).toEqual({ code: 0, out: 'nothing changed\n', error: [] })
    expect(current()).toBe(before)
  })

  const pageCount = () => Object.keys(JSON.parse(page('digests.json')) as object).length
  const CHANGES: [string, Change][] = [
    [
      'a title with its price, and of its author',
      (_, answer) =>
        everywhere(
          everywhere(answer, isTitle, (row) => ({ ...renamed(row), inr_price: { amount: '1234.00' } })),
          isAuthor,
          renamed,
        ),
    ],
    [
      'the menu',
      (path, answer) =>
        path.startsWith('/api/v2/menu/')
          ? everywhere(answer, ({ custom_translation: words }) => words?.['en']?.name === 'Kids', renamed)
          : answer,
    ],
    [
      'a title taken out',
      (path, answer) => {
        const left = without(answer) as Answer
        return path.startsWith('/api/build/version/') ? { ...left, titles: (left.titles ?? 1) - 1 } : left
      },
    ],
  ]

  // Each change comes on top of those before it, as they do in a shop.
  it.each(CHANGES.map(([what], at) => [what, at] as const))(
    '[SD-4] renders the pages that a change of %s affects, and no others',
    async (what, last) => {
      changeCatalog((path, answer) =>
        CHANGES.slice(0, last + 1).reduce((now, [, change]) => change(path, now as never) as never, answer),
      )
      const { code, error, out } = await rebuild()
      expect([code, error]).toEqual([0, []])
      expect(rendered(out)).toBeGreaterThan(0)
      // A word of the English menu stands on every English page but those of the desk; anything else on some.
      expect(rendered(out) / pageCount() > 0.35).toBe(what === 'the menu')
    },
  )

  it('[SD-4] has the bytes of a full build after every change', async () => {
    const { code, error } = await build(whole)
    expect([code, error]).toEqual([0, []])
    expect(await differencesOf(served(), served(whole))).toEqual([])
  })

  it('[SD-4] removes the pages of a withdrawn title and every link to it', () => {
    const path = `product-details/${title.id}/`
    expect(existsSync(join(served(), path))).toBe(false)
    const pages = readdirSync(served(), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
    expect(pages.filter((file) => page(file).includes(`/${path}`))).toEqual([])
  })

  it('[SD-4] [SD-7] renders the page of a title that was published after the last build, and updates the dates in sitemaps', async () => {
    const facts = JSON.parse(page('facts.json')) as { pages: Record<string, { changed: string }> }
    for (const known of Object.values(facts.pages)) known.changed = '2026-01-02'
    writeFileSync(join(served(), 'facts.json'), JSON.stringify(facts))
    // All changes stay but the last: the title is back.
    changeCatalog((path, answer) =>
      CHANGES.slice(0, -1).reduce((now, [, change]) => change(path, now as never) as never, answer),
    )
    expect((await rebuild()).code).toBe(0)
    expect(page(`product-details/${title.id}/${title.product_slug}/index.html`)).toContain('Another name altogether')
    const dateOf = (path: string) =>
      page('sitemap-1.xml').match(new RegExp(`<loc>[^<]*${path}</loc><lastmod>([^<]*)`))?.[1] ?? ''
    expect(dateOf('/contact/')).toBe('2026-01-02')
    expect(Date.now() - Date.parse(dateOf(`/product-details/${title.id}/${title.product_slug}/`))).toBeLessThan(
      2 * 86_400_000,
    )
  })
})
