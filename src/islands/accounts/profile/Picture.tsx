import { useStore } from '@nanostores/react'
import { useEffect, useId, type RefObject } from 'react'
import type { Profile } from '#contract/accounts/profile.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import {
  $picture,
  $preview,
  choosePicture,
  forgetPicture,
  takeAway,
  type PictureState,
} from '#stores/accounts/profile-picture.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { Avatar } from './Avatar.tsx'
import type { ProfileMessages } from './profile-messages.ts'

type Props = { locale: Locale; messages: ProfileMessages; profile: Profile }

const IDLE: PictureState = { state: 'idle' }
const NONE = () => undefined
const FAULTS = { notAnImage: 'pictureType', fileSize: 'pictureLarge', failed: 'pictureFailed' } as const

/** The profile picture is saved as soon as it is chosen, independent of the form. */
export function Picture({ locale, messages, profile }: Props) {
  const picture = useStore($picture, { ssr: () => IDLE })
  const preview = useStore($preview, { ssr: NONE })
  const id = useId()
  const input = useFocusAfterRemoval<HTMLInputElement>(profile.profile_image ? 1 : 0)
  useEffect(() => forgetPicture, [])

  const fault = picture.state === 'failed' ? messages[FAULTS[picture.fault]] : undefined
  return (
    <div className="portrait">
      <Avatar picture={preview ?? profile.profile_image} first={profile.first_name} last={profile.last_name} />
      <div className="field picture">
        <p id={`${id}what`} className="label">
          {messages.picture}
        </p>
        <PictureInput {...{ id, input, messages }} isFaulty={Boolean(fault)} />
        {profile.profile_image && (
          <button type="button" className="link" onClick={() => void takeAway()}>
            {messages.pictureRemove}
          </button>
        )}
        <p id={`${id}hint`} className="hint">
          {messages.pictureHint}
        </p>
        <PictureStatus {...{ id, picture, fault, locale, messages }} />
      </div>
    </div>
  )
}

type InputProps = {
  id: string
  input: RefObject<HTMLInputElement | null>
  messages: ProfileMessages
  isFaulty: boolean
}

function PictureInput({ id, input, messages, isFaulty }: InputProps) {
  return (
    <>
      <input
        id={id}
        ref={input}
        className="unseen"
        type="file"
        accept="image/*,.bmp"
        aria-invalid={isFaulty ? true : undefined}
        aria-describedby={`${id}what ${id}hint${isFaulty ? ` ${id}fault` : ''}`}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void choosePicture(file)
          // Else choosing the same file again fires no event.
          target.value = ''
        }}
      />
      <label htmlFor={id} className="button quiet">
        {messages.pictureChoose}
      </label>
    </>
  )
}

type StatusProps = Omit<Props, 'profile'> & { id: string; picture: PictureState; fault: string | undefined }

function PictureStatus({ id, picture, fault, locale, messages }: StatusProps) {
  return (
    <>
      <p role="status">
        {picture.state === 'sending' &&
          interpolate(messages.pictureSending, { percent: digits(picture.percent, locale) })}
        {picture.state === 'saved' && messages.pictureSaved}
        {picture.state === 'removed' && messages.pictureRemoved}
      </p>
      {fault && (
        <p id={`${id}fault`} className="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
