import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { acxRows } from '#contract/listening/audio-findings.ts'
import type { Measurement } from '#contract/listening/audio.ts'
import { findingsOf } from '../../../src/server/audio/findings.ts'
import { measureMp3File } from '../../../src/server/audio/measure-mp3.ts'

const GOOD: Measurement = {
  seconds: 600,
  rate: 44_100,
  channels: 1,
  loudness: -19,
  truePeak: -3.5,
  rms: -20,
  noiseFloor: -65,
  clips: 0,
  pauses: [
    { start: 0, end: 0.8 },
    { start: 100, end: 101 },
    { start: 597, end: 600 },
  ],
  channelFault: null,
  curve: [],
}
const tracks = (...changes: Partial<Measurement>[]) =>
  changes.map((change, at) => ({ position: at + 1, name: `Track ${at + 1}`, measurement: { ...GOOD, ...change } }))

describe('the sound doctor', () => {
  it('[SO-2] finds nothing wrong with good recordings, nor with those that wait', () => {
    expect(findingsOf([...tracks({}, {}, {}), { position: 4, name: 'Waits' }])).toEqual([])
  })

  it('[SO-2] finds nothing wrong with the voices of the demo, whose pauses are digital silence', async () => {
    const files = ['dnyaneshwari/01.mp3', 'lets-speak-english/01.mp3']
    for (const name of files) {
      const file = fileURLToPath(new URL(`../../../src/demo/files/audio/${name}`, import.meta.url))
      const measurement = await measureMp3File(file, 1)
      expect([name, findingsOf([{ position: 1, name, measurement }])]).toEqual([name, []])
    }
  })

  it.each([
    [{ loudness: null }, { code: 'silent' }],
    [{ channelFault: 'oneSilent' }, { code: 'oneSilent' }],
    [{ channelFault: 'outOfPhase' }, { code: 'outOfPhase' }],
    [{ clips: 7 }, { code: 'clipped', value: 7 }],
    [{ loudness: -25.2 }, { code: 'quieter', value: 6.2 }],
    [{ loudness: -15 }, { code: 'louder', value: 4 }],
    [{ noiseFloor: -42 }, { code: 'noisy', value: -42 }],
    [{ pauses: [{ start: 100, end: 106 }] }, { code: 'longPause', value: 6, at: 100 }],
    [{ seconds: 2_500 }, { code: 'longTrack', value: 2_500 }],
    [
      { seconds: 100, pauses: [] },
      { code: 'shortTrack', value: 100 },
    ],
  ] as const)('[SO-2] tells of %j', (change, expected) => {
    const odd = { ...change, ...('pauses' in change && { pauses: [...change.pauses] }) } as Partial<Measurement>
    expect(findingsOf(tracks({}, {}, odd, {}, {}))).toEqual([{ ...expected, track: 3 }])
  })

  it('[SO-2] does not take the silence at both ends for a pause', () => {
    expect(
      findingsOf(
        tracks({
          pauses: [
            { start: 0, end: 8 },
            { start: 590, end: 600 },
          ],
        }),
      ),
    ).toEqual([])
  })

  it('[SO-2] tells of a low rate, and of rates that differ', () => {
    const codes = findingsOf(tracks({}, { rate: 16_000 })).map(({ code }) => code)
    expect(codes).toEqual(['lowRate', 'mixedRates'])
  })

  it('[SO-2] says which rows of ACX are met', () => {
    expect(acxRows(GOOD).filter(({ is_met }) => !is_met)).toEqual([])
    const bad = { ...GOOD, rms: -26, truePeak: -1, noiseFloor: -50, seconds: 8_000, rate: 24_000, pauses: [] }
    expect(acxRows(bad).map(({ is_met }) => is_met)).toEqual(Array(7).fill(false))
  })
})
