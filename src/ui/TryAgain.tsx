import type { ReactNode } from 'react'

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
      <button type="button" className={className} onClick={() => void retry()}>
        {label}
      </button>
    </div>
  )
}
