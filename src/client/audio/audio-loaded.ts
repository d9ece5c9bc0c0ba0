import { audioElement } from './audio-element.ts'

/** The length that a file states, and what is heard of it, differ by less. */
const END_SECONDS = 0.5

/** Everything of the sound has arrived: asking for more takes the line from nothing that is heard. */
export function isAudioLoaded(): boolean {
  const { buffered, duration } = audioElement()
  return buffered.length > 0 && buffered.start(0) === 0 && buffered.end(0) >= duration - END_SECONDS
}
