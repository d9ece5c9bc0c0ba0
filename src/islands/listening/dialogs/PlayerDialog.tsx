import { useEffect, useState, type ComponentType } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { $playerTime, $playing, type PlayerState, type Playing } from '#stores/listening/player/state.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { Late } from '#ui/Late.tsx'
import type { TimeMessages } from '../spoken-time.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { SoundDialog } from './SoundDialog.tsx'
import { TracksDialog } from './TracksDialog.tsx'

/** `now`: what fills the window; `mark`: the same, with a mark of this second. */
export type DialogName = 'now' | 'mark' | 'tracks' | 'lines' | 'keys' | 'sound'

type Props = {
  name: DialogName
  now: PlayerState & Playing
  messages: Messages['player']
  locale: Locale
  time: TimeMessages
  close: () => void
  show: (name: DialogName) => void
}

/** What each of them gets; the texts of the bar are there already. */
export type DialogProps = Omit<Props, 'name'> & { dialogMessages: Messages['dialogs'] }

/** Larger than the others together. */
const LATE: Partial<Record<DialogName, () => Promise<ComponentType<DialogProps>>>> = {
  now: () => import('../now-playing/NowPlaying.tsx').then(({ NowPlaying }) => NowPlaying),
  lines: () => import('../../transcripts/LinesDialog.tsx').then(({ LinesDialog }) => LinesDialog),
}

/** What plays at the press, also when the file of the marks comes later. */
async function markNow(show: Props['show']): Promise<void> {
  const [now, { seconds }] = [$playing.get(), $playerTime.get()]
  const marks = await import('#stores/library/marks/marks.ts').catch(alertOffline)
  if (!now || !marks) return
  marks.addMark(now, seconds)
  show('now')
}

/** The dialogs of the player, which are fetched with their texts when the first of them is opened. */
export function PlayerDialog({ name: asked, ...rest }: Props) {
  const { locale, close, show } = rest
  const name = asked === 'mark' ? 'now' : asked
  useEffect(() => {
    if (asked === 'mark') void markNow(show)
  }, [asked, show])
  const [dialogMessages, setDialogMessages] = useState<Messages['dialogs']>()
  useEffect(() => void loadMessages(locale, 'dialogs').then(setDialogMessages, close), [locale, close])
  if (!dialogMessages) return null
  const props: DialogProps = { ...rest, dialogMessages }
  const failed = () => {
    alertOffline()
    close()
  }
  const late = LATE[name]
  if (late)
    return (
      <Late key={name} load={late} failed={failed}>
        {(Part) => <Part {...props} />}
      </Late>
    )
  if (name === 'tracks') return <TracksDialog {...props} />
  return name === 'keys' ? <KeysDialog {...props} /> : <SoundDialog {...props} />
}
