import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const TESTS = new URL('../../', import.meta.url)
const table = readFileSync(new URL('SECURITY.md', TESTS), 'utf8')
const rows = [...table.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\w+) +\| (.+?) +\| (.+?) +\|$/gm)].map(
  ([, item = '', state = '', answer = '', proof = '']) => ({
    item,
    state,
    answer,
    proof: [...proof.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }),
)

/** The items of OWASP ASVS 5.0 that apply to the shop. */
const ITEMS =
  `1.2.1 1.2.2 1.2.3 1.2.4 1.3.1 1.3.4 1.3.6 2.2.2 2.3.1 2.3.2 2.3.3 2.3.4 2.4.1 3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.4.8
  3.5.1 3.5.2 3.5.3 3.7.2 4.1.1 4.1.3 5.2.1 5.2.2 5.2.6 5.3.1 5.3.2 5.4.1 5.4.2 5.4.3 6.1.1 6.2.1 6.2.3 6.2.4 6.2.5 6.2.7 6.2.8 6.2.9 6.2.12 6.3.1 6.3.8 6.4.1 6.4.3
  6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.5.1 8.2.1 8.2.2 8.2.3 8.3.1 9.1.1 9.1.2 9.1.3
  9.2.1 9.2.2 9.2.3 10.1.2 10.5.1 10.5.2 10.5.3 10.5.4 11.3.3 11.4.1 11.4.2 11.5.1 12.1.1 13.3.1 14.2.1 14.3.1 14.3.2 14.3.3 15.3.1 15.3.2 15.3.3 15.3.4 15.3.5 15.3.6
  15.3.7 15.4.2 16.2.5 16.3.1 16.5.1 16.5.2 16.5.3`.split(/\s+/)

describe('the security table', () => {
  it('[OP-3] answers every item once', () => expect(rows.map(({ item }) => item)).toEqual(ITEMS))

  it('[OP-3] proves each met item by existing tests', () => {
    expect(rows.filter(({ state }) => !['met', 'partly', 'no'].includes(state))).toEqual([])
    expect(rows.filter(({ state, proof }) => state !== 'no' && proof.length === 0)).toEqual([])
    expect(rows.flatMap(({ proof }) => proof).filter((file) => !existsSync(new URL(file, TESTS)))).toEqual([])
  })

  it('[OP-3] has a test for every attack case', () => {
    const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const titles = files.flatMap(
      (file) => readFileSync(new URL(file, TESTS), 'utf8').match(/['"`](?:\[[A-Z]{2}-\d+\] ?)+[^\n]+/g) ?? [],
    )
    const found = titles.flatMap((title) => [...title.matchAll(/cases? (\d+)(?:(?:–|-| and )(\d+))?/g)])
    const cases = new Set(
      found.flatMap(([, from, to = from]) =>
        Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
      ),
    )
    expect(Array.from({ length: 72 }, (_, at) => at + 1).filter((one) => !cases.has(one))).toEqual([])
  })
})

it('[OP-3] every outbound request follows no redirect and has a time limit', () => {
  const server = new URL('../src/server/', TESTS)
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('sandbox'),
  )
  const calls = files.flatMap((file) => {
    const code = readFileSync(new URL(file, server), 'utf8')
    return [...code.matchAll(/\b(?:fetch|askProvider)\(/g)].map(({ index, 0: name }) => ({
      file,
      // Takes its time limit as a parameter, and sets both.
      isOfProvider: name === 'askProvider(',
      call: code.slice(index, code.indexOf(')', code.indexOf('signal', index))),
    }))
  })
  expect(calls.length).toBeGreaterThan(3)
  // The media store names its region in a redirect, which is read and not followed. Its limit ends with the headers: a body is streamed for hours.
  const isBounded = (call: string) =>
    /redirect: '(?:error|manual)'[\s\S]*signal: (?:AbortSignal\.timeout|signal \? AbortSignal\.any\(\[timeout)/.test(
      call,
    )
  expect(calls.filter(({ call, isOfProvider }) => !isOfProvider && !isBounded(call)).map(({ file }) => file)).toEqual(
    [],
  )
})
