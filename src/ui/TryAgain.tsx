import type { ReactNode } from 'react'

type Props = {
  text: string
  again: string
  act: () => Promise<void>
  look?: 'link' | 'button quiet'
  children?: ReactNode
}

/** A failed request with a button that repeats it. */
export function TryAgain({ text, again, act, look = 'link', children }: Props) {
  return (
    <div role="alert" className="failure">
      <p>{text}</p>
      {children}
      <button type="button" className={look} onClick={() => void act()}>
        {again}
      </button>
    </div>
  )
}
