import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { replaceShell } from '../../../scripts/publish/render/replace-shell.ts'
import type { PagePath } from '../../../scripts/publish/render/renderer.ts'

const SHELL = '["shell",["mr"]]'
type Menu = { [path: string]: string }
const OLD: Menu = { '/mr/kids': 'मुले', '/mr/podcast': 'श्राव्य' }
const NEW: Menu = { '/mr/kids': 'लहान मुले', '/mr/faq': 'प्रश्न' }

/** As the layout renders it: the link to the page itself is marked. */
function html(path: string, menu: Menu, content = path): Buffer {
  const items = Object.entries(menu).map(
    ([to, name]) => `<li><a href="${to}/"${to === path ? ' aria-current="page"' : ''}>${name}</a></li>`,
  )
  return Buffer.from(
    `<html><nav id="main-menu" popover>${items.join('')}</nav><main>पान ${content}</main><footer class="foot">तळ ${Object.keys(menu).length}</footer></html>`,
  )
}

/** Renders the pages after the menu has changed; returns what came out, and which of them were rendered whole. */
async function renderAll(
  paths: string[],
  { contentOf = (path: string) => path, isShellAlone = true, isServed = true } = {},
) {
  const served = mkdtempSync(join(tmpdir(), 'served-'))
  onTestFinished(() => rmSync(served, { recursive: true }))
  for (const path of isServed ? paths : []) {
    mkdirSync(join(served, path), { recursive: true })
    writeFileSync(join(served, path, 'index.html'), html(path, OLD))
  }
  const whole: string[] = []
  const render = replaceShell(served, async ({ pathname }) => {
    whole.push(pathname)
    return { content: html(pathname, NEW, contentOf(pathname)), queries: [SHELL, pathname] }
  })
  const pages: string[] = []
  for (const pathname of paths) {
    const page: PagePath = { pathname, component: 'title', isEndpoint: false }
    if (isShellAlone) page.onlyShell = { shell: SHELL, queries: [SHELL, pathname] }
    const { content, queries } = await render(page)
    expect(queries).toEqual([SHELL, pathname])
    pages.push(content.toString())
  }
  return { pages, whole }
}

const TITLES = ['/mr/title/1', '/mr/title/2', '/mr/title/3']
const inFull = (paths: string[]) => paths.map((path) => html(path, NEW).toString())

it('[SP-2] another word of the menu is put into the served pages: the same bytes as a whole rendering', async () => {
  const { pages, whole } = await renderAll(TITLES)
  expect(pages).toEqual(inFull(TITLES))
  expect(whole).toEqual(TITLES.slice(0, 1))
})

it('[SP-2] pages that a menu leads to are rendered: it marks the current page', async () => {
  const paths = [...TITLES, '/mr/kids', '/mr/podcast', '/mr/faq']
  const { pages, whole } = await renderAll(paths)
  expect(pages).toEqual(inFull(paths))
  expect(whole).toEqual([TITLES[0], '/mr/kids', '/mr/podcast', '/mr/faq'])
})

it('[SP-2] where more than menu and footer depends on what changed, every page is rendered', async () => {
  const { pages, whole } = await renderAll(TITLES, { contentOf: (path) => `${path} again` })
  expect(pages).toEqual(TITLES.map((path) => html(path, NEW, `${path} again`).toString()))
  expect(whole).toEqual(TITLES)
})

it('[SP-2] pages with another change are rendered', async () => {
  expect((await renderAll(TITLES, { isShellAlone: false })).whole).toEqual(TITLES)
})

it('[SP-2] pages that were not served are rendered', async () => {
  expect((await renderAll(TITLES, { isServed: false })).whole).toEqual(TITLES)
})
