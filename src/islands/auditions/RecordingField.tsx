import { useStore } from '@nanostores/react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { AUDIO_EXTENSIONS } from '#contract/file-kinds.ts'
import type { Locale } from '#contract/text.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { choose } from '#stores/auditions/audition.ts'
import { $recording } from '#stores/auditions/recording.ts'
import { megabytes } from './megabytes.ts'
import type { AuditionMessages } from './audition-messages.ts'

type Props = { locale: Locale; messages: AuditionMessages; isBusy: boolean; fault: string | undefined }

/** As D5 lists them, and the two that it also allows. */
export const KINDS = 'mp3, MP3, ogg, mp4, ogx, wma, ac3, m4a'
const ACCEPTED = AUDIO_EXTENSIONS.map((extension) => `.${extension}`).join(',')
const none = () => undefined

/** The recording. The page keeps it while it is open: who went to sign in need not choose it again. */
export function RecordingField({ locale, messages, isBusy, fault }: Props) {
  const recording = useStore($recording, { ssr: none })
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  // Chosen before React came.
  useLayoutEffect(() => {
    const early = input.current?.files?.[0]
    if (early && !$recording.get()) void choose(early)
  }, [])
  useEffect(() => {
    // A form that was taken begins anew.
    if (!recording && input.current) input.current.value = ''
  }, [recording])

  return (
    <div className="field recording">
      <label htmlFor={id}>{messages.recorded_file}</label>
      <div className="picker" data-locked={isBusy ? '' : undefined}>
        {/* Above what is seen: a browser writes on its own button in its own language, which need not be the page's. */}
        <input
          ref={input}
          id={id}
          type="file"
          name="recorded_file"
          accept={ACCEPTED}
          required={!recording}
          disabled={isBusy}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}chosen ${id}hint${fault ? ` ${id}fault` : ''}`}
          // Closing the window of files without choosing one changes nothing.
          onChange={({ target }) => target.files?.[0] && void choose(target.files[0])}
        />
        <span className="button quiet" aria-hidden="true">
          {messages.chooseFile}
        </span>
        <span id={`${id}chosen`} className={recording ? 'chosen' : 'soft'}>
          {recording
            ? interpolate(messages.chosen, { name: recording.name, size: megabytes(recording.size, locale) })
            : messages.noFile}
        </span>
      </div>
      <p id={`${id}hint`} className="hint">
        {interpolate(messages.recordedFileHint, { kinds: KINDS })}
      </p>
      {fault && (
        <p id={`${id}fault`} className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
