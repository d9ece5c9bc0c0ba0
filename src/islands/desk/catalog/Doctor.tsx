import { useEffect } from 'react'
import type { DoctorReport } from '#contract/desk/catalog.ts'
import type { Locale } from '#contract/locale.ts'
import { count } from '#i18n/format.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { $doctor, fixFinding, loadDoctor } from '#stores/desk/catalog/doctor.ts'
import { showToast } from '#stores/desk/toasts.ts'

type OwnMessages = Messages['deskShop']['doctor']
/** Where findings are mended. */
export type DoctorPaths = { title: string; text: string; category: string; homePage: string }
type Props = { locale: Locale; shared: DeskMessages; messages: OwnMessages; paths: DoctorPaths }
type Found = DoctorReport['findings'][number]

/** What is missing or wrong in the catalog, each with the way to mend it. */
export function Doctor({ locale, shared, ...props }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="doctor">
      <Report {...props} />
    </AtDesk>
  )
}

type OwnProps = Pick<Props, 'messages' | 'paths'>

function Report({ messages, paths }: OwnProps) {
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
              <Finding key={found.finding} {...{ messages, paths, found }} />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

function Finding({ messages, paths, found }: OwnProps & { found: Found }) {
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
              {item.name} <span className="soft">{item.key}</span>
              {item.detail && <p className="soft">{item.detail}</p>}
            </div>
            <Mending {...{ messages, paths, found, item }} />
          </li>
        ))}
      </ul>
      {found.count > items.length && (
        <p className="soft">{interpolate(messages.more, { count: count(found.count - items.length, locale) })}</p>
      )}
    </details>
  )
}

type MendingProps = OwnProps & { found: Found; item: Found['items'][number] }

/** A button that mends it, or a link to where it is mended. */
function Mending({ messages, paths, found: { finding, can_fix }, item }: MendingProps) {
  const { messages: shared } = useDesk()
  const fix = async (id: number) => {
    if (finding !== 'trackOrder' && finding !== 'emptyCategory') return
    const fault = await fixFinding(finding, id)
    showToast(fault ? deskFault(shared, fault) : messages.fixed, { kind: fault ? 'failed' : 'done' })
  }
  if (!can_fix)
    return (
      <a className="button quiet" aria-label={`${messages.mend}: ${item.name}`} href={hrefOf(paths, item)}>
        {messages.mend}
      </a>
    )
  const label = fixLabel(messages, finding)
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={`${label}: ${item.name}`}
      onClick={() => void fix(item.id)}
    >
      {label}
    </button>
  )
}

const fixLabel = (messages: OwnMessages, finding: Found['finding']): string =>
  finding === 'trackOrder' ? messages.renumber : messages.removeCategory

/** A text is in the list of its kind; banners stand on the page of the home page. */
function hrefOf(paths: DoctorPaths, { kind, id, key }: Found['items'][number]): string {
  if (kind !== 'text') return `${paths[kind]}?id=${id}`
  return key.startsWith('banners/') ? `${paths.homePage}?part=banners` : `${paths.text}?part=${key.split('/')[0]}`
}
