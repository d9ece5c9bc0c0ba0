import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text/locale.ts'
import { pathTo } from '#i18n/paths.ts'
import { $library, followHeard, loadLibrary, type LibraryState } from '#stores/library/library.ts'
import { currentSession } from '#stores/accounts/session.ts'
import { Late } from '#ui/Late.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { Orders, type OrdersMessages } from '../orders/Orders.tsx'
import { Plans } from '../plans/Plans.tsx'
import { Purchased } from './Purchased.tsx'
import type { RenewalMessages } from '../renewals/RenewalStatus.tsx'
import type { LibraryMessages } from './library-messages.ts'

type Props = {
  locale: Locale
  messages: LibraryMessages
  orderMessages: OrdersMessages
  renewalMessages: RenewalMessages
}
type Tab = 'purchased' | 'subscription' | 'orders'

const ASKING: LibraryState = { state: 'loading' }
const TABS: readonly Tab[] = ['purchased', 'subscription', 'orders']

const loadWaiting = () => import('#islands/gifts/WaitingGifts.tsx').then(({ WaitingGifts }) => WaitingGifts)

async function open(): Promise<void> {
  // BillingHeader redirects guests.
  if (await currentSession()) await loadLibrary()
}

function tabInAddress(): Tab {
  const named = new URLSearchParams(location.search).get('tab')
  return TABS.find((tab) => tab === named) ?? 'purchased'
}

/** Titles, plans and orders of a listener [LI-1]. `?tab=orders` opens that tab. */
export function Library({ locale, messages, orderMessages, renewalMessages }: Props) {
  const now = useStore($library, { ssr: () => ASKING })
  const [chosen, choose] = useState<Tab>()
  useEffect(() => void open(), [])
  useEffect(followHeard, [])

  /** Without a plan the tab is empty, so it opens the page of plans instead. */
  function select(wanted: Tab) {
    if (wanted === 'subscription' && now.state === 'ready' && now.shelf.plans.length === 0 && !now.shelf.isPlanPending)
      return void navigate(pathTo('subscribe', locale))
    choose(wanted)
  }
  if (now.state === 'loading') return <p role="status">{messages.loading}</p>
  const tab = chosen ?? tabInAddress()
  return (
    <>
      <Late load={loadWaiting} failed={() => undefined}>
        {(WaitingGifts) => <WaitingGifts locale={locale} />}
      </Late>
      <TabList {...{ tab, messages, orderMessages, select }} />
      <Panel name="purchased" tab={tab}>
        {now.state === 'ready' ? (
          <Purchased shelf={now.shelf} {...{ locale, messages }} />
        ) : (
          <Failed messages={messages} />
        )}
      </Panel>
      <Panel name="subscription" tab={tab}>
        {tab === 'subscription' &&
          (now.state === 'ready' ? (
            <Plans
              plans={now.shelf.plans}
              isPending={now.shelf.isPlanPending}
              {...{ locale, messages, renewalMessages }}
            />
          ) : (
            <Failed messages={messages} />
          ))}
      </Panel>
      <Panel name="orders" tab={tab}>
        {tab === 'orders' && <Orders locale={locale} messages={orderMessages} />}
      </Panel>
    </>
  )
}

function Panel({ name, tab, children }: { name: Tab; tab: Tab; children: ReactNode }) {
  return (
    <div
      role="tabpanel"
      id={`library-${name}`}
      aria-labelledby={`tab-${name}`}
      data-shown={tab === name ? '' : undefined}
    >
      {children}
    </div>
  )
}

function Failed({ messages }: { messages: LibraryMessages }) {
  return <TryAgain text={messages.failed} label={messages.tryAgain} retry={loadLibrary} />
}

type TabsProps = { tab: Tab; messages: LibraryMessages; orderMessages: OrdersMessages; select: (tab: Tab) => void }

function TabList({ tab, messages, orderMessages, select }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={messages.tabs} className="tablist top" tabIndex={-1} onKeyDown={move}>
      {TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-controls={`library-${one}`}
          aria-selected={tab === one}
          tabIndex={tab === one ? 0 : -1}
          onClick={() => select(one)}
        >
          {one === 'orders' ? orderMessages.orders : messages[one]}
        </button>
      ))}
    </div>
  )
}
