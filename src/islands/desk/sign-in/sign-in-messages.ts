import type { Messages } from '#i18n/namespaces.ts'

export type SignInMessages = Messages['desk']['signIn'] &
  Messages['desk']['factors'] &
  Messages['form']['email'] &
  Messages['form']['password'] &
  Messages['form']['failure']
