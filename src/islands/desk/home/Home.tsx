import { useStore } from '@nanostores/react'
import type { Locale } from '#contract/text/locale.ts'
import type { DeskLink } from '#i18n/desk-paths.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { $staff } from '#stores/desk/staff.ts'
import { leadOfArea } from './lead-of-area.ts'
import { Today } from './Today.tsx'

type HomeMessages = Messages['desk']['areas'] & Messages['desk']['home']
type Props = { locale: Locale; messages: HomeMessages; shared: DeskMessages; links: readonly DeskLink[] }

/** The first page of the desk: what waits, and what the person may do here. */
export function Home({ locale, messages, shared, links }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="home">
      <Areas {...{ messages, links }} />
    </AtDesk>
  )
}

function Areas({ messages, links }: Pick<Props, 'messages' | 'links'>) {
  const staff = useStore($staff)
  if (staff.state !== 'here') return null
  const mine = links.flatMap(({ area, path, roles }) =>
    area !== 'home' && roles.includes(staff.role) ? [{ area, path }] : [],
  )
  return (
    <>
      <p>{interpolate(messages.welcome, { name: staff.name })}</p>
      <Today messages={messages} />
      <h2>{messages.areasTitle}</h2>
      <ul role="list" className="desk-tiles">
        {mine.map(({ area, path }) => (
          <li key={area}>
            <a href={path}>
              <strong>{messages.names[area]}</strong>
              <span className="soft">{leadOfArea(messages, area, staff.role)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
