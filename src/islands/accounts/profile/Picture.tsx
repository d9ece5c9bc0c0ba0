import { useStore } from '@nanostores/react'
import { useEffect, useId } from 'react'
import type { Profile } from '#contract/profile.ts'
import type { Locale } from '#contract/text.ts'
import { fill } from '#i18n/interpolate.ts'
import { digits } from '#i18n/format.ts'
import {
  $picture,
  $preview,
  choosePicture,
  forgetPicture,
  takeAway,
  type PictureState,
} from '#stores/accounts/profile-picture.ts'
import { Avatar } from './Avatar.tsx'
import type { ProfileWords } from './words.ts'

type Props = { locale: Locale; words: ProfileWords; profile: Profile }

const IDLE: PictureState = { state: 'idle' }
const NONE = () => undefined
const FAULTS = { notAnImage: 'picture-type', fileSize: 'picture-large', failed: 'picture-failed' } as const

/** A picture is saved as soon as it is chosen, apart from the rest of the profile. */
export function Picture({ locale, words, profile }: Props) {
  const picture = useStore($picture, { ssr: () => IDLE })
  const preview = useStore($preview, { ssr: NONE })
  const id = useId()
  useEffect(() => forgetPicture, [])

  const fault = picture.state === 'failed' ? words[FAULTS[picture.fault]] : undefined
  return (
    <div className="portrait">
      <Avatar picture={preview ?? profile.profile_image} first={profile.first_name} last={profile.last_name} />
      <div className="field picture">
        <p id={`${id}what`} className="label">
          {words.picture}
        </p>
        <input
          id={id}
          className="unseen"
          type="file"
          accept="image/*,.bmp"
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}what ${id}hint${fault ? ` ${id}fault` : ''}`}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) void choosePicture(file)
            // The same file chosen once more is a change too.
            target.value = ''
          }}
        />
        <label htmlFor={id} className="button quiet">
          {words['picture-choose']}
        </label>
        {profile.profile_image && (
          <button type="button" className="link" onClick={() => void takeAway()}>
            {words['picture-remove']}
          </button>
        )}
        <p id={`${id}hint`} className="hint">
          {words['picture-hint']}
        </p>
        <p role="status">
          {picture.state === 'sending' && fill(words['picture-sending'], { percent: digits(picture.percent, locale) })}
          {picture.state === 'saved' && words['picture-saved']}
        </p>
        {fault && (
          <p id={`${id}fault`} className="fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}
