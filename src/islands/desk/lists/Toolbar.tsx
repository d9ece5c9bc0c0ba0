import type { ReactNode } from 'react'

/** Search, filters and buttons above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="desk-toolbar">{children}</div>
}
