import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const TESTS = new URL('../../', import.meta.url).pathname
/** Areas and rows of later work: no test carries their ids yet. An area goes from here with its first test. */
const TO_COME: readonly string[] = []

const required = [...readFileSync(join(TESTS, 'REQUIREMENTS.md'), 'utf8').matchAll(/^- \*\*([A-Z]{2}-\d+)\*\*/gm)].map(
  ([, id = '']) => id,
)

/** Ids at the beginning of a title of `it`, `test` or `describe`. */
function carried(): Set<string> {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:test|spec)\.ts$/.test(name),
  )
  const titles = files.flatMap((name) => [
    ...readFileSync(join(TESTS, name), 'utf8').matchAll(/['"`]((?:\[[A-Z]{2}-\d+\] ?)+)(?=[^\]])/g),
  ])
  return new Set(titles.flatMap(([, ids = '']) => [...ids.matchAll(/[A-Z]{2}-\d+/g)].map(([id]) => id)))
}

it('every met requirement is in the title of a test', () => {
  const has = carried()
  const isToCome = (id: string) => TO_COME.includes(id) || TO_COME.includes(id.slice(0, 2))
  expect(required.length).toBeGreaterThan(150)
  expect(required.filter((id) => !isToCome(id) && !has.has(id))).toEqual([])
  expect([...has].filter((id) => isToCome(id))).toEqual([])
})

it('every id in the title of a test is a requirement', () => {
  expect([...carried()].filter((id) => !required.includes(id))).toEqual([])
})
