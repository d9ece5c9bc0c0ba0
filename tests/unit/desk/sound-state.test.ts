import { expect, it } from 'vitest'
import { soundState } from '#contract/desk/sound.ts'

const track = (state: 'waiting' | 'ready' | 'failed') => ({
  ...{ position: 1, name: 'One', state, fault: null, gain: 0 },
  ...{ bytes: { recording: 1, full: 1 }, measurement: null, acx: [] },
})

it.each([
  [['ready', 'ready'], [], { waiting: 0, isFine: true }],
  [['ready', 'waiting'], [], { waiting: 1, isFine: false }],
  [['failed'], [], { waiting: 0, isFine: false }],
  [[], [], { waiting: 0, isFine: false }],
  [['ready'], [{ code: 'noisy', track: 1 }], { waiting: 0, isFine: false }],
] as const)(
  '[SO-2] sound of tracks that are %j with findings %j is praised only when all was measured',
  (states, found, state) => {
    expect(soundState({ tracks: states.map(track), findings: [...found] })).toEqual(state)
  },
)
