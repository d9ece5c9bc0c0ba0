import type { PublishRequest } from '#contract/desk/publish.ts'
import { count } from '#i18n/format.ts'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { useDesk } from '#islands/desk/desk-context.tsx'
import { momentText } from '#islands/desk/moment-text.ts'
import type { Publishing } from '#stores/desk/publish.ts'
import type { PublishMessages } from './Publish.tsx'

type PartProps = { messages: PublishMessages; now: Publishing }
type Publication = Publishing['publications'][number]

/** The publications that are kept; each but the served one can be served again. */
export function Publications({ messages, now, onBack }: PartProps & { onBack: (id: string) => void }) {
  const { locale } = useDesk()
  const columns: DeskColumn<Publication>[] = [
    { id: 'at', header: messages.at, cell: ({ at }) => momentText(at, locale), sortBy: ({ id }) => id },
    { id: 'pages', header: messages.pages, cell: ({ pages }) => count(pages, locale), isNumber: true },
    { id: 'titles', header: messages.titles, cell: ({ titles }) => count(titles, locale), isNumber: true },
    {
      id: 'served',
      header: messages.state,
      cell: (publication) => backOf({ messages, publication, onBack }),
    },
  ]
  return (
    <section aria-labelledby="publish-list">
      <h2 id="publish-list">{messages.list}</h2>
      <DeskTable
        caption={messages.list}
        items={now.publications}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ at }) => momentText(at, locale)}
      />
    </section>
  )
}

/** What was asked for at the desk, and what became of it. */
export function Requests({ messages, now }: PartProps) {
  const { locale } = useDesk()
  if (now.requests.length === 0) return null
  const columns: DeskColumn<PublishRequest>[] = [
    { id: 'at', header: messages.at, cell: ({ asked_at }) => momentText(asked_at, locale), sortBy: ({ id }) => id },
    { id: 'what', header: messages.what, cell: ({ kind }) => messages.requestKinds[kind] },
    { id: 'who', header: messages.who, cell: ({ asked_by }) => asked_by },
    {
      id: 'state',
      header: messages.state,
      cell: ({ state, problem }) => (problem ? messages.problems[problem] : messages.requestStates[state]),
    },
  ]
  return (
    <section aria-labelledby="publish-asked">
      <h2 id="publish-asked">{messages.requests}</h2>
      <DeskTable
        caption={messages.requests}
        items={now.requests}
        columns={columns}
        idOf={({ id }) => String(id)}
        nameOf={({ kind }) => messages.requestKinds[kind]}
      />
    </section>
  )
}

type BackProps = { messages: PublishMessages; publication: Publication; onBack: (id: string) => void }

const backOf = (props: BackProps) => <Back {...props} />

function Back({ messages, publication: { id, at, is_served }, onBack }: BackProps) {
  const { locale } = useDesk()
  if (is_served) return <strong>{messages.served}</strong>
  return (
    <button
      type="button"
      className="link"
      aria-label={`${messages.back}: ${momentText(at, locale)}`}
      onClick={() => onBack(id)}
    >
      {messages.back}
    </button>
  )
}
