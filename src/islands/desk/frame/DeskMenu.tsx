import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { GROUPS } from '#contract/desk/staff/areas.ts'
import type { Locale } from '#contract/text/locale.ts'
import { deskPath, type DeskLink } from '#i18n/desk-paths.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { showToast } from '#stores/desk/toasts.ts'
import { $staff, openDesk, signOutOfDesk } from '#stores/desk/staff.ts'

export type MenuMessages = Messages['desk']['areas'] & Messages['desk']['menu']
type Props = { locale: Locale; messages: MenuMessages; shared: DeskMessages; links: readonly DeskLink[] }

/** Areas that the role of the person has, their name, and the way out. */
export function DeskMenu({ locale, messages, shared, links }: Props) {
  const staff = useStore($staff)
  useEffect(() => void openDesk(), [])
  if (staff.state !== 'here') return null
  const leave = async () => {
    if (!(await signOutOfDesk())) return showToast(shared.faults.offline, { kind: 'failed' })
    location.replace(deskPath('signIn', locale))
  }
  const mine = links.filter(({ roles }) => roles.includes(staff.role))
  const home = mine.filter(({ area }) => area === 'home')
  return (
    <>
      <nav aria-label={messages.menu}>
        <details className="desk-menu" open={globalThis.innerWidth >= 900}>
          <summary>{messages.menu}</summary>
          <MenuLinks {...{ messages, links: home }} />
          {GROUPS.map((group) => {
            const own = mine.filter((link) => link.group === group && link.area !== 'home')
            return (
              own.length > 0 && <MenuGroup key={group} name={messages.groups[group]} {...{ messages, links: own }} />
            )
          })}
        </details>
      </nav>
      <div className="desk-person">
        <p>
          <strong>{staff.name}</strong> <span className="soft">{messages.roles[staff.role]}</span>
        </p>
        <button type="button" className="link" onClick={() => void leave()}>
          {messages.signOut}
        </button>
      </div>
    </>
  )
}

function MenuGroup({ name, messages, links }: { name: string } & Pick<Props, 'messages' | 'links'>) {
  return (
    <div role="group" aria-label={name}>
      <p className="soft" aria-hidden="true">
        {name}
      </p>
      <MenuLinks {...{ messages, links }} />
    </div>
  )
}

function MenuLinks({ messages, links }: Pick<Props, 'messages' | 'links'>) {
  return (
    <ul role="list">
      {links.map(({ area, path }) => (
        <li key={area}>
          <a href={path} aria-current={location.pathname === path ? 'page' : undefined}>
            {messages.names[area]}
          </a>
        </li>
      ))}
    </ul>
  )
}
