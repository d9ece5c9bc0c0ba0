import { useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import type { TextsMessages } from '#islands/desk/transcripts/texts-context.tsx'
import { SoundList } from './SoundList.tsx'
import { SoundOfOne } from './SoundOfOne.tsx'

export type SoundListMessages = Messages['deskSound']['list']
export type SoundMessages = Messages['deskSound']['one']
export type FindingMessages = Messages['deskSound']['findings']
export type SampleMessages = Messages['deskSound']['sample']
export type FaultMessages = Messages['deskSound']['faults']
export type RetryMessages = Messages['deskSound']['retry']
/** All that the page of one title says. */
export type TitleMessages = {
  messages: SoundMessages
  findings: FindingMessages
  sample: SampleMessages
  faults: FaultMessages
  retry: RetryMessages
  texts: TextsMessages
}
type Props = {
  locale: Locale
  listMessages: SoundListMessages
  one: TitleMessages
  shared: DeskMessages
}

/** The sound doctor: all titles, or the one of `?id=`. */
export function SoundPage({ locale, listMessages, one, shared }: Props) {
  const [id] = useState(() => Number(new URLSearchParams(location.search).get('id')) || 0)
  return (
    <AtDesk locale={locale} messages={shared} area="sound">
      {id > 0 ? <SoundOfOne {...{ locale, id }} {...one} /> : <SoundList locale={locale} messages={listMessages} />}
    </AtDesk>
  )
}
