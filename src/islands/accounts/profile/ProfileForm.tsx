import { pathTo } from '#i18n/paths.ts'
import { Busy } from '#islands/accounts/Busy.tsx'
import { Failure } from '#islands/accounts/Failure.tsx'
import { useStore } from '@nanostores/react'
import { handleSubmit } from '#islands/forms/handle-submit.ts'
import { useForm } from '#islands/forms/use-form.ts'
import { $askedProfile, cancelProfile, profileForm } from '#stores/accounts/profile.ts'
import { Picture } from './Picture.tsx'
import { ProfileFields, type ProfileFormProps } from './ProfileFields.tsx'

/** The editable profile. */
export function ProfileForm(props: ProfileFormProps) {
  const { locale, messages, profile } = props
  const { values, faults, isBusy, failure, wait } = useForm(profileForm)
  const asked = useStore($askedProfile)
  const isForGift = asked?.next?.startsWith(pathTo('redeemGift', locale))
  return (
    <>
      {asked?.next ? (
        <p>{isForGift ? messages.giftLead : messages.askLead}</p>
      ) : (
        profile.first_name === '' && <p>{messages.newLead}</p>
      )}
      {asked && <p className="soft">{messages.allNeeded}</p>}
      {!asked && <Picture {...{ locale, messages, profile }} />}
      <form className="form pairs" noValidate aria-busy={isBusy} onSubmit={handleSubmit(profileForm.submit)}>
        <ProfileFields {...props} {...{ values, faults }} isShort={asked !== undefined} />
        <Failure {...{ failure, wait, messages, locale }} />
        <div className="ways">
          <button type="submit" className="button" aria-disabled={isBusy}>
            {messages.save}
          </button>
          <button type="button" className="button quiet" onClick={cancelProfile}>
            {messages.cancel}
          </button>
        </div>
        <Busy isBusy={isBusy} text={messages.saving} />
      </form>
    </>
  )
}
