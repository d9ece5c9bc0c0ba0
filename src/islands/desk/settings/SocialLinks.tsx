import type { Row } from '#stores/desk/shop/rows.ts'
import { Field } from '#ui/Field.tsx'
import { Ordered } from '#islands/desk/shop/Ordered.tsx'
import type { SettingMessages } from './Settings.tsx'

type Link = { network: string; url: string }
type Props = { messages: SettingMessages; value: Row; change: (value: Row) => void }

/** Links to other networks, in the order of the footer. */
export function SocialLinks({ messages, value, change }: Props) {
  const { social } = value
  const links: Link[] = Array.isArray(social) ? (social as Link[]) : []
  const set = (changed: readonly Link[]) => change({ ...value, social: changed })
  return (
    <fieldset className="field">
      <legend>{messages.social}</legend>
      <Ordered
        messages={messages.order}
        items={links}
        idOf={(_, index) => String(index)}
        nameOf={({ network }) => network}
        onChange={set}
      >
        {(link, index) => (
          <div className="desk-fields">
            <Field
              label={messages.fields.network}
              name={`network${index}`}
              value={link.network}
              onChange={(network) => set(links.with(index, { ...link, network }))}
            />
            <Field
              label={messages.fields.url}
              name={`url${index}`}
              type="url"
              value={link.url}
              onChange={(url) => set(links.with(index, { ...link, url }))}
            />
          </div>
        )}
      </Ordered>
      <button type="button" className="button quiet" onClick={() => set([...links, { network: '', url: 'https://' }])}>
        {messages.addLink}
      </button>
    </fieldset>
  )
}
