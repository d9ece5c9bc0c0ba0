import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'

type Late = 'givenGift' | 'waitingGift'

const files = import.meta.glob<never>(['../../../i18n/*/givenGift.json', '../../../i18n/*/waitingGift.json'], {
  import: 'default',
})

/** Apart from those that every page carries: only who gave or got a gift reads them. */
export const loadMessages = async <Name extends Late>(
  locale: Locale,
  namespace: Name,
): Promise<Messages[Name] | undefined> => files[`../../../i18n/${locale}/${namespace}.json`]?.()
