import type { FailureWords } from '#islands/accounts/Failure.tsx'
import type { PasswordWords } from '#islands/accounts/PasswordPair.tsx'

type Shown =
  | 'my-profile'
  | 'not-activated'
  | 'plan-span'
  | 'loading'
  | 'load-failed'
  | 'to-sign-in'
  | 'try-again'
  | 'close'
  | 'sending'
type Field =
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'mobile'
  | 'country'
  | 'state'
  | 'gender'
  | 'birth_date'
  | 'institute'
  | 'newsletter'
type Value = 'not-given' | 'gender-1' | 'gender-2' | 'gender-3' | 'choose'
type Action =
  'edit' | 'change-password' | 'save' | 'cancel' | 'back' | 'saving' | 'saved' | 'newsletter-failed' | 'new-lead'
type Hint = 'email-fixed' | 'email-typed' | 'institute-fixed' | 'birth-hint'
type Fault =
  'required' | 'letters' | 'too-long' | 'mobile-invalid' | 'email-invalid' | 'enter-email' | 'date' | 'future'
type Password = 'old_password' | 'new_password' | 'old-wrong' | 'password-lead' | 'password-changed'
type Link = 'no-password' | 'no-password-mobile' | 'send-link' | 'link-sent'
type Data =
  'your-data' | 'your-data-lead' | 'download' | 'downloading' | 'downloaded' | 'download-failed' | 'download-often'
type Delete =
  | 'delete'
  | 'delete-lead'
  | 'delete-kept'
  | 'delete-sure'
  | 'delete-unsure'
  | 'delete-password'
  | 'delete-wrong'
  | 'delete-again'
  | 'to-log-out'
type Erased = 'deleting' | 'erased' | 'erased-text' | 'to-home'
type Picture =
  | 'picture'
  | 'picture-choose'
  | 'picture-remove'
  | 'picture-hint'
  | 'picture-type'
  | 'picture-large'
  | 'picture-failed'
  | 'picture-sending'
  | 'picture-saved'

/** Of the header and the dialog; `components/profile-words.ts` picks them. */
export type ProfileWords = FailureWords &
  PasswordWords &
  Record<Shown | Field | Value | Action | Hint | Fault | Password | Link | Data | Delete | Erased | Picture, string>
