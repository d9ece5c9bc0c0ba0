import { useEffect, useRef, useState } from 'react'

/** Plays some seconds of a file; the element goes silent with the page. */
export function useExcerpt() {
  const [isPlaying, setPlaying] = useState(false)
  const audio = useRef<HTMLAudioElement>(undefined)
  const stop = () => {
    audio.current?.pause()
    setPlaying(false)
  }
  useEffect(() => () => audio.current?.pause(), [])
  const play = async (address: string, { starts, ends }: { starts: number; ends: number }): Promise<boolean> => {
    audio.current?.pause()
    // A fragment of media: the browser begins and ends there by itself.
    const element = (audio.current = new Audio(`${address}#t=${starts},${ends}`))
    element.addEventListener('pause', () => audio.current === element && setPlaying(false))
    return element.play().then(
      () => {
        setPlaying(true)
        return true
      },
      () => false,
    )
  }
  return { isPlaying, play, stop }
}
