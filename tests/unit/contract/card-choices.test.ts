import { expect, it } from 'vitest'
import { cardChoices } from '#contract/catalog/card-choices.ts'

it.each([
  ['one language and no ages', [{ spoken: 'mr' }, { spoken: 'mr' }], [], []],
  ['both languages', [{ spoken: 'mr' }, { spoken: 'en' }], ['en', 'mr'], []],
  ['a third language', [{ spoken: 'mr' }, { spoken: undefined }, { spoken: 'hi' }], [], []],
  ['one band of ages', [{ spoken: 'mr', ages: '5-7' }], [], []],
  ['ages over two bands', [{ spoken: 'mr', ages: '5-8' }], [], ['5-7', '8-10']],
])('[SP-1] cards of %s', (_name, cards, spoken, bands) => {
  expect(cardChoices(cards)).toEqual({ spoken, bands })
})
