import { interpolate } from '#i18n/interpolate.ts'
import type { ReactNode } from 'react'
import type { DeskReview, ReviewState } from '#contract/desk/reviews.ts'
import { count, stars } from '#i18n/format.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { faultOf } from '#stores/desk/call.ts'
import { decideReviews, reviewList } from '#stores/desk/letters.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { AtDesk } from '../AtDesk.tsx'
import { deskFault } from '../desk-context.tsx'
import { DeskTable, type DeskColumn } from '../lists/DeskTable.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { dayText, nameInEither, type PageProps } from '../desk-format.ts'

type Props = PageProps<Messages['deskSales']['reviews']>

/** Reviews: approve or refuse, many at once; the toast undoes it. */
export function Reviews(props: Props) {
  const { locale, messages, common, shared } = props
  const decision = (ids: readonly number[], onDone = () => {}) => <Decision {...props} {...{ ids, onDone }} />
  const columns = columnsOf(messages, locale, ({ id }) => <div className="desk-buttons">{decision([id])}</div>)
  return (
    <AtDesk locale={locale} messages={shared} area="reviews">
      <ListPage
        list={reviewList}
        search={messages.search}
        filters={messages.filters}
        common={common}
        empty={messages.empty}
      >
        {(items) => (
          <DeskTable
            caption={messages.caption}
            {...{ items, columns }}
            idOf={({ id }) => String(id)}
            nameOf={({ title, name }) => interpolate(messages.of, { title: nameInEither(title, locale), name })}
            bulk={(ids, clear) => decision(ids.map(Number), clear)}
          />
        )}
      </ListPage>
    </AtDesk>
  )
}

type DecisionProps = Props & { ids: readonly number[]; onDone: () => void }

/** The buttons that decide about these reviews. */
function Decision({ locale, messages, shared, ids, onDone }: DecisionProps) {
  const decide = async (state: ReviewState) => {
    const result = await decideReviews(ids.map((id) => ({ id, state })))
    if (!result.ok) return showToast(deskFault(shared, result.fault), { kind: 'failed' })
    const { before } = result.value
    showToast(interpolate(messages.decided, { count: count(before.length, locale) }), {
      undo: async () => faultOf(await decideReviews(before)),
    })
    onDone()
  }
  return (
    <>
      {(['approved', 'rejected'] as const).map((state) => (
        <button key={state} type="button" className="button quiet" onClick={() => void decide(state)}>
          {state === 'approved' ? messages.approve : messages.refuse}
        </button>
      ))}
    </>
  )
}

function columnsOf(
  messages: Props['messages'],
  locale: Props['locale'],
  buttons: (review: DeskReview) => ReactNode,
): DeskColumn<DeskReview>[] {
  return [
    {
      id: 'review',
      header: messages.review,
      cell: (review) => (
        <>
          <strong>{review.heading}</strong>
          <p className="sales-text">{review.text}</p>
          <span className="soft">{review.name}</span>
          {buttons(review)}
        </>
      ),
    },
    {
      id: 'title',
      header: messages.work,
      cell: ({ title }) => nameInEither(title, locale),
      sortBy: ({ title }) => nameInEither(title, locale),
    },
    {
      id: 'score',
      header: messages.score,
      cell: ({ score }) => stars(score, locale),
      sortBy: ({ score }) => score,
      isNumber: true,
    },
    {
      id: 'day',
      header: messages.day,
      cell: ({ created }) => dayText(created, locale),
      sortBy: ({ created }) => created,
    },
  ]
}
