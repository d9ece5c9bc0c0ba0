import { interpolate } from '#i18n/interpolate.ts'
import type { DeskOrder } from '#contract/desk/orders.ts'
import { exactMoney, list } from '#i18n/format.ts'
import { GATEWAY_NAMES } from '#islands/payments/gateway-names.ts'
import { openPaper } from '#stores/desk/orders.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { deskFault } from '../desk-context.tsx'
import { actorName, indianMoment, nameInEither, wordsOf } from '../desk-format.ts'
import type { OrderPartProps } from './OrderPage.tsx'

type StoryEvent = DeskOrder['story'][number]

/** What happened to the order, in its order. */
export function OrderStory(props: OrderPartProps) {
  const { data, locale, messages, shared } = props
  const open = async (number: string) => {
    // Browsers allow a new window only during the click itself.
    const paper = window.open('', '_blank')
    const result = await openPaper(data.id, number)
    if (result.ok) paper?.location.replace(new URL(result.value.download_path, location.origin))
    else {
      paper?.close()
      showToast(deskFault(shared, result.fault), { kind: 'failed' })
    }
  }
  return (
    <section aria-labelledby="story">
      <h2 id="story">{messages.story}</h2>
      <ol className="sales-story">
        {data.story.map((event) => (
          <li key={`${event.at} ${event.kind} ${event.what} ${event.lines.join()}`}>
            <time dateTime={event.at} className="soft">
              {indianMoment(event.at, locale)}
            </time>
            <span>
              {textOf(event, props)}{' '}
              {(event.kind === 'invoice' || event.kind === 'credit') && (
                <button type="button" className="link" onClick={() => void open(event.what)}>
                  {interpolate(messages.paper, { number: event.what })}
                </button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function textOf(event: StoryEvent, props: OrderPartProps): string {
  const { data, locale, messages, common } = props
  const { kind, state, who, amount, lines } = event
  const text = interpolate(messages.events[kind], {
    what: whatOf(event, props),
    who: actorName(who, common),
    state: wordsOf(messages.stateNames, state),
    amount: amount === null ? '' : exactMoney(amount, data.currency, locale),
  })
  const withReason = kind === 'action' && state ? `${text} (${state})` : text
  const named = data.lines.filter(({ id }) => lines.includes(id)).map(({ names }) => nameInEither(names, locale))
  return named.length > 0 ? interpolate(messages.ofLines, { text: withReason, names: list(named, locale) }) : withReason
}

/** In words of the page: the gateway, the number, or the name of a mail, an action or a reason. */
function whatOf({ kind, what }: StoryEvent, { messages, common }: OrderPartProps): string {
  if (kind === 'attempt' || kind === 'message') return wordsOf(GATEWAY_NAMES, what)
  if (kind === 'mail') return wordsOf(messages.orderMails, what)
  if (kind === 'action') return wordsOf(common.actionNames, what)
  return kind === 'refund' ? wordsOf(messages.returnReasons, what) : what
}
