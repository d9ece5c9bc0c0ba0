import { digits } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { ListReply } from '#stores/desk/list.ts'
import { useDesk } from '../desk-context.tsx'

type Props = {
  reply: Pick<ListReply<unknown>, 'page' | 'pages' | 'total'>
  messages: { page: string; previous: string; next: string }
  onPage: (page: number) => void
}

/** Which page of a list is shown, and the ways to the others. */
export function Pager({ reply: { page, pages, total }, messages, onPage }: Props) {
  const { locale } = useDesk()
  const values = { page: digits(page, locale), pages: digits(pages, locale), total: digits(total, locale) }
  return (
    <div className="desk-buttons">
      <p role="status" className="soft">
        {interpolate(messages.page, values)}
      </p>
      {page > 1 && (
        <button type="button" className="button quiet" onClick={() => onPage(page - 1)}>
          {messages.previous}
        </button>
      )}
      {page < pages && (
        <button type="button" className="button quiet" onClick={() => onPage(page + 1)}>
          {messages.next}
        </button>
      )}
    </div>
  )
}
