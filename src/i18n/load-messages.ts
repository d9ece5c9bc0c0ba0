import type { Locale } from './locales.ts'
import type { Messages } from './namespaces.ts'

type Loaded =
  | 'cart'
  | 'dialogs'
  | 'ebooks'
  | 'home'
  | 'offline'
  | 'offlineTitles'
  | 'player'
  | 'reviews'
  | 'sample'
  | 'transcripts'

const files = import.meta.glob<unknown>(
  '../../i18n/*/{cart,dialogs,ebooks,home,offline,offlineTitles,player,reviews,sample,transcripts}.json',
  {
    import: 'default',
  },
)

/**
 * The messages of a part of the shop that any page may open and most visits leave closed: they come with its script. As props they
 * would stand in every page.
 */
export async function loadMessages<Name extends Loaded>(locale: Locale, namespace: Name): Promise<Messages[Name]> {
  // The name of the file says what is in it.
  return (await files[`../../i18n/${locale}/${namespace}.json`]?.()) as Messages[Name]
}
