import { expect, it } from 'vitest'
import { momentIn } from '../../../src/i18n/dates/moment-in.ts'

it.each([
  [
    '2027-01-12T03:30:00Z',
    'Asia/Calcutta',
    '12 January 2027, 9:00 am, India Standard Time (Kolkata)',
    '१२ जानेवारी, २०२७, सकाळी ९:००, भारतीय प्रमाण वेळ',
  ],
  [
    '2027-03-14T14:00:00Z',
    'America/Chicago',
    '14 March 2027, 9:00 am, Central Time (Chicago)',
    '१४ मार्च, २०२७, सकाळी ९:००, केंद्रीय वेळ (शिकागो)',
  ],
  [
    '2027-01-12T18:30:00Z',
    'Asia/Kolkata',
    '13 January 2027, 12:00 am, India Standard Time (Kolkata)',
    '१३ जानेवारी, २०२७, रात्री १२:००, भारतीय प्रमाण वेळ',
  ],
  [
    '2027-01-12T06:35:00Z',
    'Asia/Kolkata',
    '12 January 2027, 12:05 pm, India Standard Time (Kolkata)',
    '१२ जानेवारी, २०२७, दुपारी १२:०५, भारतीय प्रमाण वेळ',
  ],
])('[RM-7] a moment is told with its hour and place: %s %s', (iso, zone, en, mr) => {
  expect(momentIn(iso, 'en', zone)).toBe(en)
  expect(momentIn(iso, 'mr', zone)).toBe(mr)
})
