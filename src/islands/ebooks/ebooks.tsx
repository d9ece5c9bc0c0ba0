import { loadMessages } from '#i18n/load-messages.ts'
import { localeOf } from '#i18n/locales.ts'
import { loadEbooks } from '#stores/ebooks/ebooks.ts'
import { openDialog } from '../shell/open-dialog.tsx'
import { EbookDialog } from './EbookDialog.tsx'

/** Opens the dialog over the page; the button in the footer loads this script only when it is pressed. */
export async function openEbooks(sheet: string): Promise<void> {
  const locale = localeOf(document.documentElement.lang)
  void loadEbooks()
  const messages = await loadMessages(locale, 'ebooks')
  openDialog(sheet, (close) => <EbookDialog {...{ locale, messages }} onClose={close} />)
}
