import { describe, expect, it } from 'vitest'
import { clockTimeIn, instantIn, isTimeZone } from '#contract/time/time-zones.ts'

const iso = (zone: string, day: string, time: string) => instantIn(zone, day, time)?.toISOString()

describe('[RM-7] a day and hour in a time zone', () => {
  it.each([
    ['Asia/Kolkata', '2027-01-12', '09:00', '2027-01-12T03:30:00.000Z'],
    ['America/Chicago', '2027-03-13', '09:00', '2027-03-13T15:00:00.000Z'],
    ['America/Chicago', '2027-03-14', '09:00', '2027-03-14T14:00:00.000Z'],
    ['Europe/London', '2027-03-28', '09:00', '2027-03-28T08:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '09:00', '2027-04-03T22:30:00.000Z'],
    ['Pacific/Kiritimati', '2027-01-01', '00:00', '2026-12-31T10:00:00.000Z'],
  ])('is a moment: %s %s %s', (zone, day, time, moment) => expect(iso(zone, day, time)).toBe(moment))

  it('moves an hour that clocks leave out, and takes the first of one that they show twice', () => {
    expect(iso('America/Chicago', '2027-03-14', '02:30')).toBe('2027-03-14T08:30:00.000Z')
    expect(iso('America/Chicago', '2027-11-07', '01:30')).toBe('2027-11-07T06:30:00.000Z')
    expect(iso('Europe/London', '2027-10-31', '01:30')).toBe('2027-10-31T00:30:00.000Z')
  })

  it('is read back from the moment', () => {
    const moment = new Date('2027-03-14T14:00:00.000Z')
    expect(clockTimeIn('America/Chicago', moment)).toEqual({ day: '2027-03-14', time: '09:00' })
    expect(clockTimeIn('Asia/Kolkata', moment)).toEqual({ day: '2027-03-14', time: '19:30' })
  })

  it.each(['Mars/Olympus', '', '+05:30', '../../etc', "'; drop table gifts"])('refuses the zone %s', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
    expect(instantIn(zone, '2027-01-12', '09:00')).toBeUndefined()
  })
})
