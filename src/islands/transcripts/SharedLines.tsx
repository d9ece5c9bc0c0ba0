import { useState, type ComponentProps } from 'react'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { Late } from '#ui/Late.tsx'
import { LineList } from './LineList.tsx'
import type { LineSource } from './LineShare.tsx'

type Props = Pick<ComponentProps<typeof LineList>, 'text' | 'messages' | 'locale' | 'spoken' | 'seek'> & {
  source: LineSource
}

const loadShare = () => import('./LineShare.tsx').then(({ LineShare }) => LineShare)

/** Lines, each of which can be sent to others [LN-4]. */
export function SharedLines({ source, ...list }: Props) {
  const [shared, share] = useState(-1)
  const line = list.text.lines[shared]
  const failed = () => {
    alertOffline()
    share(-1)
  }
  const close = () => {
    // The focus is in what goes. Its button is gone where the pointer has passed over another line.
    const row = document.querySelector('.lines-list')?.children[shared]
    ;(row?.querySelector<HTMLElement>('.line-share') ?? row?.querySelector('button'))?.focus()
    share(-1)
  }
  return (
    <LineList {...list} share={share} isCovered={line !== undefined}>
      {line && (
        <Late key={shared} load={loadShare} failed={failed}>
          {(Part) => <Part {...{ line, source }} messages={list.messages} close={close} />}
        </Late>
      )}
    </LineList>
  )
}
