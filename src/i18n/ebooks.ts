import en from '../../i18n/en/ebooks.json' with { type: 'json' }
import mr from '../../i18n/mr/ebooks.json' with { type: 'json' }

/**
 * The words of the ebook dialog, in its own script: the dialog can be opened on every page, and pages that nobody opens it on
 * must not carry them.
 */
export const ebookWords = { en, mr }
export type EbookWords = typeof en
