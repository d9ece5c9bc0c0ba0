import { useState } from 'react'
import type { Locale } from '#contract/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { SoundList } from './SoundList.tsx'
import { SoundOfOne } from './SoundOfOne.tsx'

export type SoundListMessages = Messages['deskSound']['list']
export type SoundMessages = Messages['deskSound']['one']
export type FindingMessages = Messages['deskSound']['findings']
type Props = {
  locale: Locale
  listMessages: SoundListMessages
  oneMessages: SoundMessages
  findings: FindingMessages
  shared: DeskMessages
}

/** The sound doctor: all titles, or the one of `?id=`. */
export function SoundPage({ locale, listMessages, oneMessages, findings, shared }: Props) {
  const [id] = useState(() => Number(new URLSearchParams(location.search).get('id')) || 0)
  return (
    <AtDesk locale={locale} messages={shared} area="sound">
      {id > 0 ? (
        <SoundOfOne {...{ locale, id, findings }} messages={oneMessages} />
      ) : (
        <SoundList locale={locale} messages={listMessages} />
      )}
    </AtDesk>
  )
}
