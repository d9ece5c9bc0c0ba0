import type { Locale } from '#contract/text/locale.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { ListEditor } from '#islands/desk/shop/ListEditor.tsx'
import type { ShopMessages } from '#islands/desk/shop/RowFields.tsx'
import { blankOf, specsOf } from '#islands/desk/shop/specs.ts'
import { EditorProvider, type EditorMessages } from '#islands/desk/title/editor-text.ts'

type Props = {
  locale: Locale
  shared: DeskMessages
  messages: Messages['deskShop']['ebooks']
  lists: ShopMessages
  editor: EditorMessages
}

/** E-books of the shop: added, put in order, given another file, and removed. */
export function EbooksPage({ locale, shared, messages, lists, editor }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="ebooks">
      <p className="soft">{messages.lead}</p>
      <EditorProvider value={{ locale, messages: editor }}>
        <ListEditor
          list="ebooks"
          messages={lists}
          specs={specsOf('ebooks', lists.options)}
          blank={() => blankOf('ebooks')}
        />
      </EditorProvider>
    </AtDesk>
  )
}
