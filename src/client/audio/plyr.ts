import * as plyr from 'plyr'
import sheet from 'plyr/dist/plyr.css?url'
import { audioElement } from './audio-element.ts'
import type { PlyrClass, PlyrPlayer } from './plyr-class.d.ts'

const { default: Plyr } = plyr as unknown as { default: PlyrClass }

type PlyrWords = { seek: string; mute: string; volume: string }
/** `seek`: the listener moved the slider, in seconds. `volume`: 0 to 1. `spoken`: the position in words, for screen readers. */
type PlyrActions = { seek: (seconds: number) => void; volume: (volume: number) => void; spoken: () => string }

let instance: { player: PlyrPlayer; box: HTMLElement } | undefined
let actions: PlyrActions | undefined

/** What Plyr reads of an element and hears from it. */
const READ = ['currentTime', 'duration', 'buffered', 'paused', 'ended', 'seeking', 'volume', 'muted'] as const
const HEARD = [
  ...(['loadedmetadata', 'durationchange', 'timeupdate', 'progress', 'seeking', 'seeked', 'volumechange'] as const),
  ...(['play', 'playing', 'pause', 'waiting', 'canplay', 'ended', 'emptied'] as const),
]

/**
 * An element without a source that looks like the one that is heard. Plyr is bound to one element for ever, but another edition
 * of a track is heard by another element, and a slider must not lose the focus or the pointer by that.
 */
function makeFace(): HTMLAudioElement {
  const face = document.createElement('audio')
  for (const name of READ)
    Object.defineProperty(face, name, {
      get: () => audioElement()[name],
      set(value) {
        Reflect.set(audioElement(), name, value)
      },
    })
  const follow = () => {
    const heard = audioElement()
    const stop = new AbortController()
    for (const type of HEARD)
      heard.addEventListener(type, () => face.dispatchEvent(new Event(type)), { signal: stop.signal })
    const replace = () => {
      stop.abort()
      follow()
      for (const type of ['durationchange', 'timeupdate', 'progress']) face.dispatchEvent(new Event(type))
    }
    heard.addEventListener('replaced', replace, { signal: stop.signal })
  }
  follow()
  return face
}

/** Puts Plyr's slider and volume into an element, before the plain slider that it replaces. Created once per visit, because destroying Plyr replaces the audio element. */
export function mountPlyr(slot: HTMLElement, words: PlyrWords, given: PlyrActions): void {
  actions = given
  instance ??= make(words)
  slot.append(instance.box)
  label(instance.box, words)
  speak()
  if (slot.nextElementSibling !== document.activeElement) return
  // The plain slider leaves the page, and would take the focus with it.
  slot.hidden = false
  slot.querySelector('input')?.focus()
}

/** Loads nothing from Plyr's own hosts and stores nothing. */
function make(words: PlyrWords): { player: PlyrPlayer; box: HTMLElement } {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  document.head.append(link)
  // The router removes head elements that the next page does not have.
  document.addEventListener('astro:before-swap', ({ newDocument }) => newDocument.head.append(link.cloneNode()))
  const box = document.createElement('div')
  box.className = 'plyr-box'
  const sound = makeFace()
  box.append(sound)
  const player = new Plyr(sound, {
    controls: ['progress', 'mute', 'volume'],
    loadSprite: false,
    iconUrl: '/plyr.svg',
    blankVideo: '',
    storage: { enabled: false },
    tooltips: { controls: false, seek: false },
    keyboard: { focused: false, global: false },
    autopause: false,
    resetOnEnd: false,
    volume: sound.volume,
    i18n: { buffered: '', seek: words.seek, mute: words.mute, unmute: words.mute, volume: words.volume },
    listeners: { seek: takeSeek },
  })
  for (const name of ['timeupdate', 'seeked', 'durationchange']) sound.addEventListener(name, speak)
  sound.addEventListener('volumechange', () => actions?.volume(sound.muted ? 0 : sound.volume))
  return { player, box }
}

/** The player seeks itself, so that the seek is reported and can be undone. False stops Plyr's own seek. */
function takeSeek(event: Event): false {
  const input = event.currentTarget
  if (input instanceof HTMLInputElement)
    actions?.seek((Number(input.value) / Number(input.max)) * (audioElement().duration || 0))
  return false
}

/** Runs after Plyr, which would say "00:10 of 01:00". */
function speak(): void {
  const slider = instance?.box.querySelector('input[data-plyr="seek"]')
  if (actions) slider?.setAttribute('aria-valuetext', actions.spoken())
}

function label(box: HTMLElement, words: PlyrWords): void {
  box.querySelector('input[data-plyr="seek"]')?.setAttribute('aria-label', words.seek)
  box.querySelector('input[data-plyr="volume"]')?.setAttribute('aria-label', words.volume)
  const mute = box.querySelector('button[data-plyr="mute"]')
  for (const text of mute?.querySelectorAll('.plyr__sr-only, .plyr__tooltip') ?? []) text.textContent = words.mute
}
