import { useStore } from '@nanostores/react'
import type { Ebook } from '#contract/ebooks.ts'
import { slugOf } from '#contract/text/slug.ts'
import type { Locale } from '#contract/text/locale.ts'
import { localeOfName, nameOrEnglish } from '#contract/text/translation.ts'
import { namedViews } from '#contract/catalog/views.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { count, list } from '#i18n/format.ts'
import { signInPath } from '#i18n/paths.ts'
import { $ebooks, loadEbooks } from '#stores/ebooks/ebooks.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'

type EbookMessages = Messages['ebooks']
type Props = { locale: Locale; messages: EbookMessages; onClose: () => void }

/** Ebooks for listeners; guests are asked to sign in [EB-1]. */
export function EbookDialog({ locale, messages, onClose }: Props) {
  const ebooks = useStore($ebooks)
  return (
    <Dialog title={messages.title} close={messages.close} isOpen onClose={onClose}>
      {ebooks.state === 'loading' && <p role="status">{messages.loading}</p>}
      {ebooks.state === 'out' && <SignInPrompt {...{ locale, messages, onClose }} />}
      {ebooks.state === 'failed' && (
        <TryAgain text={messages.failed} label={messages.tryAgain} retry={loadEbooks} className="button quiet" />
      )}
      {ebooks.state === 'ready' && (
        <>
          <p className="soft">{ebooks.books.length > 0 ? messages.lead : messages.none}</p>
          <ul role="list" className="books">
            {ebooks.books.map((book) => (
              <Book key={book.id} {...{ locale, messages, book }} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function SignInPrompt({ locale, messages, onClose }: Props) {
  return (
    <>
      <p>{messages.signInLead}</p>
      <a className="button" href={signInPath(locale, location.pathname + location.search)} onClick={onClose}>
        {messages.signIn}
      </a>
    </>
  )
}

/** A book without a name in this language is shown with the name it has. */
function Book({ locale, messages, book }: { locale: Locale; messages: EbookMessages; book: Ebook }) {
  const name = nameOrEnglish(book, locale)
  const nameLocale = localeOfName(book, locale)
  const authors = namedViews(book.author, locale).map((author) => author.name)
  const size = interpolate(messages.size, { size: count(Math.max(1, Math.round(book.bytes / 1024)), locale) })
  return (
    <li className="book">
      <h3 lang={nameLocale}>{name}</h3>
      {authors.length > 0 && <p>{list(authors, locale)}</p>}
      <p className="soft">{[messages.written[book.written], messages[book.format], size].join(' · ')}</p>
      {/* Else the router would fetch the file as a page. */}
      <a href={book.address} download={`${slugOf(nameOrEnglish(book, 'en'))}.${book.format}`} data-astro-reload>
        {interpolate(messages.download, { title: name })}
      </a>
    </li>
  )
}
