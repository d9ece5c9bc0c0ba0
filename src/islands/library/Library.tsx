import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { navigate } from '#client/navigate.ts'
import type { Locale } from '#contract/text.ts'
import { pathTo } from '#i18n/paths.ts'
import { $library, loadLibrary, type LibraryState } from '#stores/library/library.ts'
import { currentSession } from '#stores/accounts/session.ts'
import { TryAgain } from '#ui/TryAgain.tsx'
import { Orders, type OrdersWords } from '../orders/Orders.tsx'
import { Plans } from '../plans/Plans.tsx'
import { Purchased } from './Purchased.tsx'
import type { RenewalWords } from '../renewals/Renewal.tsx'
import type { LibraryWords } from './words.ts'

type Props = { locale: Locale; words: LibraryWords; orderWords: OrdersWords; renewalWords: RenewalWords }
type Tab = 'purchased' | 'subscription' | 'orders'

const ASKING: LibraryState = { state: 'loading' }
const TABS: readonly Tab[] = ['purchased', 'subscription', 'orders']

async function open(): Promise<void> {
  // Guests are sent away by the header.
  if (await currentSession()) await loadLibrary()
}

function tabInAddress(): Tab {
  const named = new URLSearchParams(location.search).get('tab')
  return TABS.find((tab) => tab === named) ?? 'purchased'
}

/** What a listener has (LI-1): titles, plans and orders. `?tab=orders` opens one of them. */
export function Library({ locale, words, orderWords, renewalWords }: Props) {
  const now = useStore($library, { ssr: () => ASKING })
  const [chosen, choose] = useState<Tab>()
  useEffect(() => void open(), [])

  /** Without a plan there is nothing to open: its tab leads to the plans (C2). */
  function select(wanted: Tab) {
    if (wanted === 'subscription' && now.state === 'ready' && now.shelf.plans.length === 0)
      return void navigate(pathTo('subscribe', locale))
    choose(wanted)
  }
  if (now.state === 'loading') return <p role="status">{words.loading}</p>
  const tab = chosen ?? tabInAddress()
  return (
    <>
      <TabList {...{ tab, words, orderWords, select }} />
      <Panel name="purchased" tab={tab}>
        {now.state === 'ready' ? <Purchased shelf={now.shelf} {...{ locale, words }} /> : <Failed words={words} />}
      </Panel>
      <Panel name="subscription" tab={tab}>
        {tab === 'subscription' &&
          (now.state === 'ready' ? (
            <Plans plans={now.shelf.plans} {...{ locale, words, renewalWords }} />
          ) : (
            <Failed words={words} />
          ))}
      </Panel>
      <Panel name="orders" tab={tab}>
        {tab === 'orders' && <Orders locale={locale} words={orderWords} />}
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

function Failed({ words }: { words: LibraryWords }) {
  return <TryAgain text={words.failed} again={words['try-again']} act={loadLibrary} />
}

type TabsProps = { tab: Tab; words: LibraryWords; orderWords: OrdersWords; select: (tab: Tab) => void }

function TabList({ tab, words, orderWords, select }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={words.tabs} className="tablist top" tabIndex={-1} onKeyDown={move}>
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
          {one === 'orders' ? orderWords.orders : words[one]}
        </button>
      ))}
    </div>
  )
}
