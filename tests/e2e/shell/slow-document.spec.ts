import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { shiftsOf, watchShifts } from '../support/shifts.ts'
import { expect, inTree, LOCALES, pathOf, test } from '../support/test.ts'

/** A line that brings what is in `main` in so many parts. */
const PARTS = 12

function partsOf(body: Buffer): Buffer[] {
  // No frame is drawn before there is a body.
  const start = body.indexOf('<main')
  const size = Math.ceil((body.length - start) / PARTS)
  const parts = Array.from({ length: PARTS }, (_, at) => body.subarray(start + at * size, start + (at + 1) * size))
  return [body.subarray(0, start), ...parts]
}

test.use({
  isNewBrowser: true,
  ...{ viewport: { width: 360, height: 780 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
})

/** Serves the shop; documents wait for `next`, part by part. */
async function slowLine(shop: string) {
  let document: { response: ServerResponse; parts: Buffer[] } | undefined
  const answer = async (path: string, response: ServerResponse) => {
    const page = await fetch(new URL(path, shop))
    const type = page.headers.get('content-type') ?? ''
    response.writeHead(page.status, { 'content-type': type })
    const body = Buffer.from(await page.arrayBuffer())
    if (type.startsWith('text/html')) document = { response, parts: partsOf(body) }
    else response.end(body)
  }
  const server = createServer((request, response) => void answer(request.url ?? '/', response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** False when that was the last part. */
    async next(): Promise<boolean> {
      await expect.poll(() => document).toBeDefined()
      const part = document?.parts.shift()
      await new Promise<void>((done) => (part ? document?.response.write(part, () => done()) : done()))
      if (document?.parts.length !== 0) return true
      document.response.end()
      document = undefined
      return false
    },
    close: () => void server.close(() => undefined),
  }
}

/** Long enough to lay out and paint what has come. */
const someFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
  })

for (const locale of LOCALES)
  test(`[SP-1] nothing shifts while a document comes part by part, in ${locale}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const title = await pathOf(page, 'dnyaneshwari')
    const line = await slowLine(baseURL ?? '')
    for (const path of [
      title,
      '/',
      '/browse/',
      '/author/1/sant-dnyaneshwar/',
      '/faq/',
      '/kids/',
      '/subscribe/',
      '/family/',
    ])
      await test.step(`on ${path}`, async () => {
        const visit = await browser.newPage()
        await watchShifts(visit)
        const going = visit.goto(line.address + inTree(locale, path), { waitUntil: 'commit' })
        let isOn = await line.next()
        await going
        while (isOn) {
          await someFrames(visit)
          isOn = await line.next()
        }
        await visit.waitForLoadState('load')
        await someFrames(visit)
        const shifts = await shiftsOf(visit)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect.soft(sum, `${path} ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.01)
        await visit.close()
      })
    line.close()
  })
