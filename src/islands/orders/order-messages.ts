import type { Messages } from '#i18n/namespaces.ts'
import type { FailureMessages } from '#islands/accounts/Failure.tsx'

/** Of an order, on its own page and in the list. */
export type OrderMessages = FailureMessages &
  Messages['orders']['order'] &
  Messages['orders']['repay'] &
  Messages['orders']['profile'] &
  Messages['ui']['actions'] &
  Messages['payments']['gateway']
