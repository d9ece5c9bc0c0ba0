import { useEffect } from 'react'
import type { DoctorReport } from '#contract/desk/catalog/catalog.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath } from '#i18n/desk-paths.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { nameOf } from '#islands/desk/titles/TitleList.tsx'
import { $doctor, fixFinding, loadDoctor } from '#stores/desk/catalog/doctor.ts'
import { showToast } from '#stores/desk/toasts.ts'

type OwnMessages = Messages['deskShop']['doctor']
type Props = { locale: Locale; shared: DeskMessages; messages: OwnMessages }
type Found = DoctorReport['findings'][number]

/** What is missing or wrong in the catalog, each with the way to mend it. */
export function Doctor({ locale, shared, ...props }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="doctor">
      <Report {...props} />
    </AtDesk>
  )
}

type OwnProps = Pick<Props, 'messages'>

function Report({ messages }: OwnProps) {
  const { locale } = useDesk()
  useEffect(() => void loadDoctor(), [])
  return (
    <Loaded
      $loadable={$doctor}
      retry={loadDoctor}
      isEmpty={({ findings }) => findings.length === 0}
      empty={<p>{messages.healthy}</p>}
    >
      {({ titles, findings }) => (
        <>
          <p>{interpolate(messages.lead, { titles: count(titles, locale), kinds: count(findings.length, locale) })}</p>
          <div className="desk-ordered">
            {findings.map((found) => (
              <Finding key={found.finding} {...{ messages, found }} />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

function Finding({ messages, found }: OwnProps & { found: Found }) {
  const { locale } = useDesk()
  const { finding, items } = found
  return (
    <details className="desk-panel">
      <summary>
        {messages.findings[finding]} <strong>({count(found.count, locale)})</strong>
      </summary>
      <ul role="list" className="desk-ordered">
        {items.map((item) => (
          <li key={`${item.kind} ${item.id} ${item.detail}`}>
            <div className="desk-entry">
              {shownName(item, locale)} <span className="soft">{item.key}</span>
              {item.detail && <p className="soft">{item.detail}</p>}
            </div>
            <Mending {...{ messages, found, item }} />
          </li>
        ))}
      </ul>
      {found.count > items.length && (
        <p className="soft">{interpolate(messages.more, { count: count(found.count - items.length, locale) })}</p>
      )}
    </details>
  )
}

const shownName = ({ name, names }: Found['items'][number], locale: Locale): string =>
  (names && nameOf(names, locale)) || name

type MendingProps = OwnProps & { found: Found; item: Found['items'][number] }

/** A button that mends it, or a link to where it is mended. */
function Mending({ messages, found: { finding, can_fix }, item }: MendingProps) {
  const { locale, messages: shared } = useDesk()
  const fix = async (id: number) => {
    if (finding !== 'trackOrder' && finding !== 'emptyCategory') return
    const fault = await fixFinding(finding, id)
    showToast(fault ? deskFault(shared, fault) : messages.fixed, { kind: fault ? 'failed' : 'done' })
  }
  if (!can_fix)
    return (
      <a
        className="button quiet"
        aria-label={`${messages.mend}: ${shownName(item, locale)}`}
        href={hrefOf(finding, item, locale)}
      >
        {messages.mend}
      </a>
    )
  const label = fixLabel(messages, finding)
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={`${label}: ${shownName(item, locale)}`}
      onClick={() => void fix(item.id)}
    >
      {label}
    </button>
  )
}

const fixLabel = (messages: OwnMessages, finding: Found['finding']): string =>
  finding === 'trackOrder' ? messages.renumber : messages.removeCategory

/** The field itself: in the editor of the title, or the row of the list in which the text stands. */
function hrefOf(finding: Found['finding'], { kind, id, key }: Found['items'][number], locale: Locale): string {
  if (kind === 'title') return deskPath('title', locale, { id, at: finding })
  if (kind === 'category' || kind === 'person') return deskPath('names', locale, { part: kind, key })
  const [part = '', ...rest] = key.split('/')
  return deskPath(part === 'banners' ? 'homePage' : 'settings', locale, { part, row: rest.join('/') })
}
