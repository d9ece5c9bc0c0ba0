import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { ListEditor } from './ListEditor.tsx'
import type { ShopMessages } from './RowFields.tsx'
import { blankOf, specsOf } from './specs.ts'

type Props = { locale: Locale; shared: DeskMessages; messages: Messages['deskShop']['plans']; lists: ShopMessages }

/** Plans: names, prices, days and what they cover. Plans are never removed: people have them. */
export function Plans({ locale, shared, messages, lists }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="plans">
      <p>{messages.lead}</p>
      <ListEditor
        list="plans"
        messages={lists}
        specs={specsOf('plans', lists.options)}
        blank={() => blankOf('plans')}
        canMove={false}
        canRemove={false}
      />
    </AtDesk>
  )
}
