import type { Messages } from '#i18n/namespaces.ts'

export type AuditionMessages = Messages['auditions']['form'] &
  Messages['form']['names'] &
  Messages['form']['email'] &
  Messages['form']['gender'] &
  Messages['form']['optional'] &
  Messages['ui']['actions']
