import { useStore } from '@nanostores/react'
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { AUDIO_EXTENSIONS } from '#contract/fields/file-kinds.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { choose } from '#stores/auditions/audition.ts'
import { $recording } from '#stores/auditions/recording.ts'
import { megabytes } from './megabytes.ts'
import type { AuditionMessages } from './audition-messages.ts'

type Props = { locale: Locale; messages: AuditionMessages; isBusy: boolean; fault: string | undefined }

/** The accepted extensions as the form names them. */
export const KINDS = AUDIO_EXTENSIONS.join(', ')
const ACCEPTED = AUDIO_EXTENSIONS.map((extension) => `.${extension}`).join(',')
const none = () => undefined

/** The file field. The store holds the file, so that it survives a visit to the sign-in page. */
export function RecordingField({ locale, messages, isBusy, fault }: Props) {
  const recording = useStore($recording, { ssr: none })
  const id = useId()
  const input = useFileInput(recording)

  return (
    <div className="field recording">
      <label htmlFor={id}>{messages.recorded_file}</label>
      <div className="picker" data-locked={isBusy ? '' : undefined}>
        {/* The native input lies invisible on top, because browsers label its button in their own language. */}
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
          // Cancelling the file dialog keeps the chosen file.
          onChange={({ target }) => target.files?.[0] && void choose(target.files[0])}
        />
        <span className="button quiet" aria-hidden="true">
          {messages.chooseFile}
        </span>
        <Chosen id={`${id}chosen`} {...{ recording, locale, messages }} />
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

/** Keeps the file input and the store in step. */
function useFileInput(recording: File | undefined): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)

  // A file may be chosen before hydration.
  useLayoutEffect(() => {
    const early = input.current?.files?.[0]
    if (early && !$recording.get()) void choose(early)
  }, [])
  useEffect(() => {
    // After a successful submit the field is empty again.
    if (!recording && input.current) input.current.value = ''
  }, [recording])
  return input
}

type ChosenProps = Pick<Props, 'locale' | 'messages'> & { id: string; recording: File | undefined }

function Chosen({ id, recording, locale, messages }: ChosenProps) {
  return (
    <span id={id} className={recording ? 'chosen' : 'soft'}>
      {recording
        ? interpolate(messages.chosen, { name: recording.name, size: megabytes(recording.size, locale) })
        : messages.noFile}
    </span>
  )
}
