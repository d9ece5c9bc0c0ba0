import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { handOut, renderShare } from '../../../scripts/publish/render/render-share.ts'

const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ pathname: `/page-${index}/`, component: 'page', isEndpoint: false }))
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'share-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('[SP-2] hands each page to one of two that render, and fewer to the one that starts later', async () => {
  const pages = pagesOf(500)
  const folder = newFolder()
  const take = handOut(pages)
  const seen: string[][] = [[], []]
  const share = (own: string[]) => {
    const render = async ({ pathname }: { pathname: string }) => {
      own.push(pathname)
      return { content: Buffer.from('<!doctype html>'), queries: [pathname] }
    }
    return renderShare({ render, paths: async () => pages }, take, folder, () => undefined)
  }
  const first = share(seen[0] ?? [])
  await vi.waitUntil(() => (seen[0]?.length ?? 0) > 100, { interval: 1 })
  const shares = await Promise.all([first, share(seen[1] ?? [])])
  const names = pages.map(({ pathname }) => pathname)
  expect(seen.flat().toSorted()).toEqual(names.toSorted())
  expect(shares.flatMap(({ queries }) => Object.values(queries).flat()).toSorted()).toEqual(names.toSorted())
  expect(seen[1]?.length).toBeGreaterThan(0)
  expect(seen[1]?.length).toBeLessThan(seen[0]?.length ?? 0)
})

it('[SP-2] sends what waits to be sent while it renders: another process gets its share at once', async () => {
  const folder = newFolder()
  const pages = pagesOf(20)
  const order: string[] = []
  // What Node sends to another process leaves in a turn of its own.
  setImmediate(() => order.push('sent'))
  const render = async () => {
    order.push('page')
    return { content: Buffer.from('<!doctype html>'), queries: [] }
  }
  await renderShare({ render, paths: async () => pages }, handOut(pages), folder, () => undefined)
  expect(order).toHaveLength(pages.length + 1)
  expect(order.at(-1)).toBe('page')
})
