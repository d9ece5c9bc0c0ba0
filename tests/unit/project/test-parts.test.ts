import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readOptions, STEP_NAMES } from '../../../scripts/test/options.ts'

const workflow = readFileSync(new URL('../../../.github/workflows/test.yml', import.meta.url), 'utf8')
const jobs = [...workflow.matchAll(/^ +- (--only .+)$/gm)].map(([, args = '']) => readOptions(args.split(' ')))

describe('[OP-3] the parts of npm test', () => {
  it('are all of them unless some are chosen', () => {
    expect([...readOptions([]).only]).toEqual([...STEP_NAMES])
    expect([...readOptions(['--only', 'unit,api']).only]).toEqual(['unit', 'api'])
  })

  it.each([
    ['--only', 'unit,browser'],
    ['--shard', '3/2'],
    ['--shard', '0/2'],
    ['--shard', 'half'],
    ['--onyl', 'unit'],
  ])('are refused when they are misspelt: %s %s', (...args) => {
    expect(() => readOptions(args)).toThrow(args[0])
  })

  it('each run once in the jobs of the workflow', () => {
    const shares = STEP_NAMES.map((name) =>
      jobs.filter(({ only }) => only.has(name)).map(({ shard }) => shard ?? '1/1'),
    )
    const whole = shares.map((list) => list.map((_, at) => `${at + 1}/${list.length}`))
    expect(shares).toEqual(whole)
    expect(whole.every((list) => list.length > 0)).toBe(true)
  })
})
