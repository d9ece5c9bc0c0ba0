import { ebookWords } from '#i18n/ebooks.ts'
import { localeOf } from '#i18n/locales.ts'
import { loadEbooks } from '#stores/ebooks/ebooks.ts'
import { openOver } from '../shell/over-page.tsx'
import { EbookDialog } from './EbookDialog.tsx'

/** Opens the dialog over the page; the button in the footer brings this script only when it is pressed. */
export function openEbooks(sheet: string): void {
  const locale = localeOf(document.documentElement.lang)
  void loadEbooks()
  openOver(sheet, (close) => <EbookDialog locale={locale} words={ebookWords[locale]} onClose={close} />)
}
