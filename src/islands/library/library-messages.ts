import type { Messages } from '#i18n/namespaces.ts'

export type MoreMessages = Messages['library']['more']
export type LibraryMessages = MoreMessages &
  Messages['library']['titles'] &
  Messages['library']['follows'] &
  Messages['plans']['mine'] &
  Messages['format']['figures'] &
  Messages['ui']['actions']
