import type { ReactNode } from 'react'
import { keepFocusOf } from './keep-focus.ts'

type Props = {
  text: string
  label: string
  retry: () => Promise<void>
  className?: 'link' | 'button quiet'
  children?: ReactNode
}

/** A failed request with a button that repeats it. */
export function TryAgain({ text, label, retry, className = 'link', children }: Props) {
  return (
    <div role="alert" className="failure">
      <p>{text}</p>
      {children}
      <button ref={keepFocusOf} type="button" className={className} onClick={() => void retry()}>
        {label}
      </button>
    </div>
  )
}
