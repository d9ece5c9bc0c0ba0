import { expect, it } from 'vitest'
import { SENTENCES } from '../../../scripts/import/messages.ts'
import en from '../../../i18n/en/deskShop.json' with { type: 'json' }
import mr from '../../../i18n/mr/deskShop.json' with { type: 'json' }

/** Of sound, pictures, feeds and folders: none of them comes with a table at the desk. */
const NOT_OF_TABLES =
  /^(?:text\.|no(?:Enclosure|Address|Host|Answer|Chapters|Transcript|tMp3|tDecodable|tPicture|Picture|tEbook)$|(?:broken|huge|small)Picture$|soundKept$|tracksGone$|privateAddress$|unusedFile$|folder$|unreadable$|(?:mp4|other)Audio$|tooLong$|changedMeanwhile$|diskFull$|killed$|hanging$|insaneDuration$|emptyPart$|tooLarge$|damaged$|cutShort$)/

it('[DK-11] every reason why a row is left out or noted is told at the desk in words, in both languages', () => {
  const reasons = Object.keys(SENTENCES).filter((reason) => !NOT_OF_TABLES.test(reason))
  expect(reasons.length).toBeGreaterThan(45)
  for (const { import: messages } of [en, mr])
    expect(reasons.filter((reason) => !(reason in messages.reasons))).toEqual([])
})
