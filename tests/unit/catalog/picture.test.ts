import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pictureAt } from '#contract/catalog/picture.ts'

const SOURCE = new URL('../../../src/', import.meta.url).pathname

it('[FA-3] a small picture is shown in a width that it has', () => {
  const at = (widths: number[]) => [160, 320, 640].map((least) => pictureAt({ base: '/media/covers/a', widths }, least))
  expect(at([160, 320, 640, 1024])).toEqual([
    '/media/covers/a-160.webp',
    '/media/covers/a-320.webp',
    '/media/covers/a-640.webp',
  ])
  expect(at([160])).toEqual(Array.from({ length: 3 }, () => '/media/covers/a-160.webp'))
  expect(at([90])).toEqual(Array.from({ length: 3 }, () => '/media/covers/a-90.webp'))
  expect(pictureAt(null, 160)).toBeUndefined()
})

it('[FA-3] no page of listeners names a width of a picture without asking which ones there are', () => {
  const files = ['components', 'elements', 'islands', 'layouts', 'pages', 'stores'].flatMap((folder) =>
    readdirSync(SOURCE + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const code = files.filter((file) => /\.(?:ts|tsx|astro)$/.test(file) && !file.startsWith('islands/desk/'))
  expect(code.length).toBeGreaterThan(300)
  expect(code.filter((file) => /-\d+\.(?:webp|avif)/.test(readFileSync(SOURCE + file, 'utf8')))).toEqual([])
})
