import type { Locale } from '#contract/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'

const files = import.meta.glob<Messages['givenGift']>('../../../../i18n/*/givenGift.json', { import: 'default' })

/** Not by `loadMessages`, which every page carries: only who gave a gift reads them. */
export const loadTexts = async (locale: Locale): Promise<Messages['givenGift'] | undefined> =>
  files[`../../../../i18n/${locale}/givenGift.json`]?.()
