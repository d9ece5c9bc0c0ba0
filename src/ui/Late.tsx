import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'

type Props<Part> = {
  load: () => Promise<Part>
  /** The file cannot be fetched. */
  failed: () => void
  loading?: ReactNode
  children: (part: Part) => ReactNode
}

/**
 * Draws with what lies in a file of its own. `lazy` of React would throw a file that cannot be fetched, and take the whole island
 * along: a bar that plays, a form that was filled in.
 */
export function Late<Part>({ load, failed, loading, children }: Props<Part>) {
  const [late, setLate] = useState<{ part: Part }>()
  const tellFailure = useEffectEvent(failed)
  useEffect(() => {
    let isWanted = true
    load().then(
      (part) => isWanted && setLate({ part }),
      () => isWanted && tellFailure(),
    )
    return () => {
      isWanted = false
    }
  }, [load])
  return late ? children(late.part) : loading
}
