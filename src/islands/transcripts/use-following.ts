import { useEffect, useState, type RefObject } from 'react'

/** Keeps the spoken line in the middle of the list, until the reader scrolls. */
export function useFollowing(
  list: RefObject<HTMLElement | null>,
  current: number,
): [isFollowing: boolean, follow: (isWanted: boolean) => void] {
  const [isFollowing, follow] = useState(true)
  useEffect(() => {
    if (isFollowing) showLine(list.current, current)
  }, [list, current, isFollowing])
  useEffect(() => {
    const element = list.current
    const stop = () => follow(false)
    // Not "scroll": the list scrolls by itself too.
    element?.addEventListener('wheel', stop, { passive: true })
    element?.addEventListener('touchmove', stop, { passive: true })
    return () => {
      element?.removeEventListener('wheel', stop)
      element?.removeEventListener('touchmove', stop)
    }
  }, [list])
  return [isFollowing, follow]
}

function showLine(list: HTMLElement | null, at: number): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  list?.children[at]?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
}
