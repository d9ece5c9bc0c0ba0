import { useEffect, useRef, useState } from 'react'
import { pausePlayer } from '#stores/listening/player/player.ts'

type Props = {
  address: string
  /** What the button says when it plays, and when it does not. */
  label: string
  stopLabel: string
  failed: string
  /** A new address, when this one has ended. */
  renew: () => Promise<string | undefined>
  /** At once, after a press that opened the gift. */
  isEager?: boolean
}

/** Plays the voice of a giver. The sound of the shop is another element, and is paused. */
export function VoiceButton({ address, label, stopLabel, failed, renew, isEager = false }: Props) {
  const { sound, isPlaying } = useSound(address, isEager)
  const [isFailed, setFailed] = useState(false)
  const press = async () => {
    const voice = sound.current
    if (!voice) return
    if (!voice.paused) return voice.pause()
    pausePlayer()
    setFailed(false)
    if (await starts(voice)) return
    const next = await renew()
    if (!next) return setFailed(true)
    setFailed(!(await starts(voice, next)))
  }
  return (
    <>
      <button type="button" className="button quiet" onClick={() => void press()}>
        {isPlaying ? stopLabel : label}
      </button>
      <span role="status">{isFailed && failed}</span>
    </>
  )
}

function starts(voice: HTMLAudioElement, address?: string): Promise<boolean> {
  if (address) voice.src = address
  return voice.play().then(
    () => true,
    () => false,
  )
}

function useSound(address: string, isEager: boolean) {
  const sound = useRef<HTMLAudioElement>(undefined)
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    const voice = new Audio()
    voice.preload = 'auto'
    voice.src = address
    sound.current = voice
    const end = () => setPlaying(false)
    voice.addEventListener('playing', () => setPlaying(true))
    voice.addEventListener('ended', end)
    voice.addEventListener('pause', end)
    // A browser that plays nothing by itself leaves the button.
    if (isEager) void voice.play().catch(() => undefined)
    return () => {
      voice.pause()
      voice.removeAttribute('src')
    }
  }, [address, isEager])
  return { sound, isPlaying }
}
