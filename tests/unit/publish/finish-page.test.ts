import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { pageFinisher } from '../../../scripts/publish/build/finish-page.ts'

const built = mkdtempSync(join(tmpdir(), 'finish-page-'))
afterAll(() => rmSync(built, { recursive: true, force: true }))
mkdirSync(join(built, '_a'))
for (const [name, content] of Object.entries({
  'style.Aa1.css': 'a{color:red}\n',
  'cart.Bb2.css': 'b{color:red}',
  'stub.Cc3.js': 'import"./other.Dd4.js";',
  'other.Dd4.js': 'import"./page.Ee5.js";import "./title.Ff6.js";',
  'page.Ee5.js': 'import{x}from"./title.Ff6.js";x()',
  'title.Ff6.js': 'export const x=()=>0',
}))
  writeFileSync(join(built, '_a', name), content)

const finishBytes = await pageFinisher(built)
const finish = (html: string) => finishBytes(Buffer.from(html)).toString()
const page = (body: string, head = '') =>
  `<!DOCTYPE html><html lang="mr"><head>${head}</head><body>${body}</body></html>`

it('[SP-1] the common style is in the page, and rarely needed styles are files', () => {
  const html = finish(
    page('', '<link rel="stylesheet" href="/_a/cart.Bb2.css"><link rel="stylesheet" href="/_a/style.Aa1.css">'),
  )
  expect(html).toMatch(/<style [^>]*data-href="\/_a\/style\.Aa1\.css"[^>]*>a\{color:red\}<\/style>/)
  expect(html).toContain('<link rel="stylesheet" href="/_a/cart.Bb2.css">')
})

it('[SP-1] scripts are a list for after the first paint, which names what others only import, once each', () => {
  const script = (name: string) => `<script type="module" src="/_a/${name}"></script>`
  const html = finish(page(`${script('stub.Cc3.js')}${script('title.Ff6.js')}`))
  expect(html).toMatch(/<html [^>]*data-scripts="\/_a\/page\.Ee5\.js \/_a\/title\.Ff6\.js"/)
  expect(html).not.toContain('<script')
})

it('[SP-1] a page with a conjunct that the core lacks has the whole font, and only that page', () => {
  const rare = finish(page('<p>ङ्क्ष्व</p>'))
  expect(rare).toMatch(/<html[^>]* data-letters="all"/)
  const common = finish(page('<p>ज्ञानेश्वरी आणि स्वातंत्र्य</p>'))
  expect(common).not.toContain('data-letters')
})

it('[SP-1] a page for what somebody types has the whole font', () => {
  expect(finish(page('', '<meta name="robots" content="noindex">'))).toContain('data-letters="all"')
})
