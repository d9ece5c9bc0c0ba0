import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createOthers } from '../../../scripts/publish/render/other-processes.ts'
import { handOut } from '../../../scripts/publish/render/render-share.ts'

const folder = mkdtempSync(join(tmpdir(), 'others-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const pages = Array.from({ length: 100 }, (_, index) => ({
  pathname: `/page-${index}/`,
  component: 'page',
  isEndpoint: false,
}))

/** Another process that renders nothing, but takes its pages and answers with their names. */
function scriptOf(name: string, before: string): string {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(
    path,
    `import { once } from 'node:events'
const received = async () => (await once(process, 'message'))[0]
await received()
${before}
const queries = {}
for (;;) {
  const pages = received()
  process.send('take')
  const taken = await pages
  if (taken.length === 0) break
  for (const { pathname } of taken) {
    queries[pathname] = []
    process.send('page')
  }
}
process.send({ share: { facts: { strings: [], pages: {} }, queries }, results: [] })
process.on('message', () => undefined)`,
  )
  return path
}

it('[SP-2] start while the catalog is read, and take the pages as soon as there are some', async () => {
  let count = 0
  const asked = join(folder, 'asked')
  const others = createOthers({
    script: scriptOf('quick', `const { writeFileSync } = await import('node:fs'); writeFileSync('${asked}', '')`),
    folder,
    rendered: () => (count += 1),
    cores: 2,
  })
  others.startFor(800)
  others.startFor(800)
  // They may ask before anybody knows the pages.
  await expect.poll(() => existsSync(asked), { timeout: 30_000 }).toBe(true)
  others.handOut(handOut(pages))
  await expect.poll(() => count, { timeout: 30_000 }).toBe(pages.length)
  const answers = await others.end()
  expect(answers.map(({ share }) => Object.keys(share.queries))).toEqual([pages.map(({ pathname }) => pathname)])
})

it('[SP-2] are not started for few pages, and not waited for when none are left before they have read the catalog', async () => {
  const options = { folder, rendered: () => undefined, cores: 2 }
  const few = createOthers({ script: scriptOf('none', 'process.exit(1)'), ...options })
  few.startFor(799)
  expect(await few.end()).toEqual([])
  const late = createOthers({
    script: scriptOf('late', 'await new Promise((done) => setTimeout(done, 600_000))'),
    ...options,
  })
  late.startFor(800)
  late.handOut(() => [])
  const started = Date.now()
  expect(await late.end()).toEqual([])
  expect(Date.now() - started).toBeLessThan(60_000)
})

it('[SP-2] [RL-1] that fail end the build', async () => {
  const others = createOthers({
    script: scriptOf('failed', `process.send('take'); await received(); process.exit(3)`),
    folder,
    rendered: () => undefined,
    cores: 2,
  })
  others.startFor(800)
  const take = handOut(pages)
  let isTaken = false
  others.handOut(() => {
    isTaken = true
    return take()
  })
  await expect.poll(() => isTaken, { timeout: 30_000 }).toBe(true)
  await expect(others.end()).rejects.toThrow('a process that renders pages ended (3)')
})
