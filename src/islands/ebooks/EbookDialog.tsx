import { useStore } from '@nanostores/react'
import type { Ebook } from '#contract/ebooks.ts'
import { slugOf } from '#contract/slug.ts'
import type { Locale } from '#contract/text.ts'
import { localeOfName, nameOrEnglish } from '#contract/translation.ts'
import { namedViews } from '#contract/views.ts'
import type { EbookWords } from '#i18n/ebooks.ts'
import { fill } from '#i18n/interpolate.ts'
import { count, list } from '#i18n/format.ts'
import { signInPath } from '#i18n/paths.ts'
import { $ebooks, loadEbooks } from '#stores/ebooks/ebooks.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'

const WRITTEN = { en: 'in-en', mr: 'in-mr' } as const

type Props = { locale: Locale; words: EbookWords; onClose: () => void }

/** The ebooks of the shop for listeners; guests are asked to sign in (EB-1). */
export function EbookDialog({ locale, words, onClose }: Props) {
  const ebooks = useStore($ebooks)
  return (
    <Dialog title={words.title} close={words.close} isOpen onClose={onClose}>
      {ebooks.state === 'loading' && <p role="status">{words.loading}</p>}
      {ebooks.state === 'out' && <SignInPrompt {...{ locale, words, onClose }} />}
      {ebooks.state === 'failed' && (
        <TryAgain text={words.failed} again={words['try-again']} act={loadEbooks} look="button quiet" />
      )}
      {ebooks.state === 'ready' && (
        <>
          <p className="soft">{ebooks.books.length > 0 ? words.lead : words.none}</p>
          <ul role="list" className="books">
            {ebooks.books.map((book) => (
              <Book key={book.id} {...{ locale, words, book }} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function SignInPrompt({ locale, words, onClose }: Props) {
  return (
    <>
      <p>{words['sign-in-lead']}</p>
      <a className="button" href={signInPath(locale, location.pathname + location.search)} onClick={onClose}>
        {words['sign-in']}
      </a>
    </>
  )
}

/** A book without a name in this language keeps the one it has: what matters is the language it is written in. */
function Book({ locale, words, book }: { locale: Locale; words: EbookWords; book: Ebook }) {
  const name = nameOrEnglish(book, locale)
  const told = localeOfName(book, locale)
  const authors = namedViews(book.author, locale).map((author) => author.name)
  const size = fill(words.size, { size: count(Math.max(1, Math.round(book.bytes / 1024)), locale) })
  return (
    <li className="book">
      <h3 lang={told}>{name}</h3>
      {authors.length > 0 && <p>{list(authors, locale)}</p>}
      <p className="soft">{[words[WRITTEN[book.written]], words[book.format], size].join(' · ')}</p>
      {/* The router would take the address for a page. */}
      <a href={book.address} download={`${slugOf(nameOrEnglish(book, 'en'))}.${book.format}`} data-astro-reload>
        {fill(words.download, { title: name })}
      </a>
    </li>
  )
}
