import type { Locale } from '#contract/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'

const files = import.meta.glob<Messages['givenGift']>('../../../../i18n/*/givenGift.json', { import: 'default' })

/** Apart from those that every page carries: only who gave a gift reads them. */
export const loadMessages = async (
  locale: Locale,
  namespace: 'givenGift',
): Promise<Messages['givenGift'] | undefined> => files[`../../../../i18n/${locale}/${namespace}.json`]?.()
