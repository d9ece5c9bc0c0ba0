import { describe, expect, it } from 'vitest'
import { isNamed, meantChoice } from '#contract/desk/catalog/choice-match.ts'

const named = (en?: string, mr?: string) => ({ names: { en, mr } })
const people = [named('Meera Joshi', 'मीरा जोशी'), named('José Patil'), named(undefined, 'मीरा पाटील देशमुख')]

describe('who is meant by what was typed', () => {
  it.each([
    ['मीरा पाटील', [named('Meera Joshi', 'मीरा जोशी')], -1],
    ['story', [named('History', 'इतिहास')], -1],
    ['jose patil', people, 1],
    ['MEERA', people, 0],
    ['मीरा पाटील', people, 2],
    ['Mee', [named('Meera Joshi'), named('Mee')], 1],
    ['  ', people, -1],
    ['Joshi', people, -1],
  ])('[DK-3] %j', (typed, choices, meant) => {
    expect(meantChoice(choices, typed)).toBe(meant)
  })

  it('[DK-3] is somebody of that very name, in either language', () => {
    expect(isNamed(named('Meera Joshi', 'मीरा जोशी'), ' meera  joshi ')).toBe(true)
    expect(isNamed(named('Meera Joshi', 'मीरा जोशी'), 'मीरा')).toBe(false)
  })
})
