import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { ListEditor } from './ListEditor.tsx'
import type { ShopMessages } from './RowFields.tsx'
import { Shelves } from './Shelves.tsx'
import { blankOf, specsOf } from './specs.ts'
import { Tabs } from './Tabs.tsx'

export type HomePageMessages = Messages['deskShop']['homePage']
type Props = {
  locale: Locale
  shared: DeskMessages
  messages: HomePageMessages
  lists: ShopMessages
  /** Pages that the menu may lead to. */
  slugs: readonly string[]
}
const LISTS = ['banners', 'news', 'testimonials', 'menu'] as const

/** What the first pages of the shop show, and in which order. */
export function HomePage({ locale, shared, messages, lists, slugs }: Props) {
  const tabs = (['shelves', ...LISTS] as const).map((name) => ({ name, label: messages.parts[name] }))
  return (
    <AtDesk locale={locale} messages={shared} area="homePage">
      <Tabs label={messages.partsLabel} tabs={tabs}>
        {(name) =>
          name === 'shelves' ? (
            <Shelves {...{ messages, lists }} />
          ) : (
            <ListEditor
              key={name}
              list={name}
              messages={lists}
              specs={specsOf(name, lists.options, slugs)}
              blank={() => blankOf(name)}
              canMove={name === 'menu' || name === 'banners'}
            />
          )
        }
      </Tabs>
    </AtDesk>
  )
}
