import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { handOut, renderShare } from '../../../scripts/publish/render/render-share.ts'

it('[SP-2] sends what waits to be sent while it renders: another process gets its share at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'share-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const pages = Array.from({ length: 20 }, (_, index) => ({
    pathname: `/page-${index}/`,
    component: 'page',
    isEndpoint: false,
  }))
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
