import type { Messages } from '#i18n/namespaces.ts'
import type { FailureMessages } from '#islands/accounts/Failure.tsx'
import type { PasswordMessages } from '#islands/accounts/password/PasswordPair.tsx'

/** Of the header of the library and of all steps of the profile dialog. */
export type ProfileMessages = FailureMessages &
  PasswordMessages &
  Messages['accounts']['guest'] &
  Messages['accounts']['profile'] &
  Messages['accounts']['passwordChange'] &
  Messages['accounts']['picture'] &
  Messages['accounts']['security'] &
  Messages['library']['follows'] &
  Messages['privacy']['export'] &
  Messages['privacy']['erasure'] &
  Messages['form']['names'] &
  Messages['form']['email'] &
  Messages['form']['address'] &
  Messages['form']['gender'] &
  Messages['form']['optional'] &
  Messages['form']['required'] &
  Messages['ui']['actions']
