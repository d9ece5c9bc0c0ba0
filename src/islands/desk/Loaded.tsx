import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import type { Loadable } from '#stores/desk/loadable.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { deskFault, useDesk } from './desk-context.tsx'

type Props<Value> = {
  $loadable: ReadableAtom<Loadable<Value>>
  retry: () => Promise<void>
  /** Shown in the place of an empty list: what to do next. */
  empty?: ReactNode
  isEmpty?: (value: Value) => boolean
  children: (value: Value) => ReactNode
}

/** What a page reads, in its four states: loading, failed with a button that asks again, empty, and there. */
export function Loaded<Value>({ $loadable, retry, empty, isEmpty, children }: Props<Value>) {
  const loadable = useStore($loadable)
  const { messages } = useDesk()
  if (loadable.state === 'loading')
    return (
      <p role="status" className="soft desk-waiting">
        {messages.loading}
      </p>
    )
  if (loadable.state === 'failed')
    return <TryAgain text={deskFault(messages, loadable.fault)} label={messages.tryAgain} retry={retry} />
  if (isEmpty?.(loadable.value)) return <div className="desk-empty">{empty}</div>
  return <div aria-busy={loadable.isStale || undefined}>{children(loadable.value)}</div>
}
