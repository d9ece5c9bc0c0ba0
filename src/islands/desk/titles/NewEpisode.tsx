import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Show } from '#contract/desk/titles/episodes.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskFault, useDesk } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { $shows, loadShows } from '#stores/desk/titles/episodes.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { focusFirstFault } from '#ui/Field.tsx'
import { EpisodeFields } from './EpisodeFields.tsx'
import { EpisodeSound } from './EpisodeSound.tsx'
import type { TitlesMessages } from './TitlesPage.tsx'
import { useEpisode } from './use-episode.ts'

type Props = { locale: Locale; messages: TitlesMessages }

/** The short way to an episode: its show, a file, a name. Number and day are filled in. */
export function NewEpisode({ locale, messages }: Props) {
  const { messages: shared } = useDesk()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setOpen(true)}>
        {messages.newEpisode}
      </button>
      <Dialog title={messages.newEpisode} close={shared.close} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Shows {...{ locale, messages }} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type FormProps = Props & { close: () => void }

function Shows(props: FormProps) {
  const { messages } = props
  const { messages: shared } = useDesk()
  const now = useStore($shows)
  useEffect(() => void loadShows(), [])
  // The numbers of the next episodes were others when the dialog was last open.
  if (now.state === 'ready' && now.isStale) return <p role="status">{shared.loading}</p>
  return (
    <Loaded
      $loadable={$shows}
      retry={loadShows}
      isEmpty={({ shows }) => shows.length === 0}
      empty={<p>{messages.noShows}</p>}
    >
      {({ shows }) => <EpisodeForm {...props} shows={shows} />}
    </Loaded>
  )
}

function EpisodeForm({ locale, messages, shows, close }: FormProps & { shows: readonly Show[] }) {
  const form = useRef<HTMLFormElement>(null)
  const episode = useEpisode({ locale, messages, shows, close })
  const { messages: shared } = useDesk()
  const { fields, fault, isBusy, save } = episode
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await save()
    if (form.current) focusFirstFault(form.current)
  }
  const texts: Record<string, string> = messages.episodeFaults
  return (
    <form ref={form} className="desk-part" noValidate onSubmit={(event) => void submit(event)}>
      <EpisodeSound
        {...{ locale, messages }}
        onStored={episode.takeSound}
        fault={episode.hasSound ? undefined : fields['audio'] && messages.soundNeeded}
      />
      <EpisodeFields {...{ locale, messages, shows, episode }} />
      {fault && (
        <p role="alert" className="failure">
          {texts[fault] ?? deskFault(shared, fault)}
        </p>
      )}
      <div className="desk-buttons">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {episode.show.state === 'shown' ? messages.publishEpisode : messages.addEpisode}
        </button>
        <button type="button" className="button quiet" data-close>
          {shared.cancel}
        </button>
      </div>
    </form>
  )
}
