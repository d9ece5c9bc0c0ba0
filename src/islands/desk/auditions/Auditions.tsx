import { interpolate } from '#i18n/interpolate.ts'
import { deskRecording, type AuditionState, type DeskAudition } from '#contract/desk/auditions.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { faultOf } from '#stores/desk/call.ts'
import { answerAudition, auditionList, decideAudition } from '#stores/desk/letters.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { AtDesk } from '../AtDesk.tsx'
import { deskFault } from '../desk-context.tsx'
import { AnswerForm } from '../letters/AnswerForm.tsx'
import { RecordingSound, type SoundMessages } from './RecordingSound.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { indianMoment, type PageProps } from '../desk-format.ts'

type Props = PageProps<Messages['deskSales']['auditions']> & SoundMessages

/** Auditions: hear, decide, answer. */
export function Auditions(props: Props) {
  const { locale, messages, common, shared } = props
  return (
    <AtDesk locale={locale} messages={shared} area="auditions">
      <ListPage
        list={auditionList}
        search={messages.search}
        filters={messages.filters}
        common={common}
        empty={messages.empty}
      >
        {(items) => items.map((audition) => <Audition key={audition.id} {...props} audition={audition} />)}
      </ListPage>
    </AtDesk>
  )
}

type AuditionProps = Props & { audition: DeskAudition }

function Audition(props: AuditionProps) {
  const { audition, messages, common } = props
  const { id, name, email, replies } = audition
  return (
    <article className="sales-card" aria-labelledby={`audition-${id}`}>
      <AuditionFacts {...props} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a voice that was sent in has no captions */}
      <audio controls preload="none" src={soundOf(audition)} aria-label={interpolate(messages.hear, { name })} />
      <RecordingSound {...props} />
      <Decision {...props} />
      <AnswerForm
        {...{ common, replies }}
        name={`audition ${id}`}
        to={email}
        onSend={(answer) => answerAudition(audition, answer)}
      />
    </article>
  )
}

const soundOf = ({ id }: DeskAudition): string => deskRecording.path.replace(':id', String(id))

function AuditionFacts({ audition, locale, messages }: AuditionProps) {
  const { id, name, email, mobile, project, city, state, created } = audition
  return (
    <>
      <div className="sales-head">
        <h2 id={`audition-${id}`}>{name}</h2>
        <span className="sales-badge">{messages.filters[state]}</span>
        <time dateTime={created} className="soft">
          {indianMoment(created, locale)}
        </time>
      </div>
      <p>
        {interpolate(messages.facts, { project, city })}
        {audition.is_professional && ` · ${messages.professional}`}
        {audition.has_setup && ` · ${messages.setup}`}
        <br />
        <span className="soft">
          {email} · {mobile}
        </span>
      </p>
    </>
  )
}

/** Accept or decline; the toast undoes it. */
function Decision({ audition, messages, shared }: AuditionProps) {
  const { id, name, state } = audition
  const decide = async (next: AuditionState) => {
    const result = await decideAudition(id, next)
    if (!result.ok) return showToast(deskFault(shared, result.fault), { kind: 'failed' })
    const { before } = result.value
    showToast(interpolate(messages.decided, { name }), { undo: async () => faultOf(await decideAudition(id, before)) })
  }
  return (
    <div className="desk-buttons">
      {state !== 'accepted' && (
        <button type="button" className="button" onClick={() => void decide('accepted')}>
          {messages.accept}
        </button>
      )}
      {state !== 'declined' && (
        <button type="button" className="button quiet" onClick={() => void decide('declined')}>
          {messages.decline}
        </button>
      )}
      <a className="link" href={soundOf(audition)} download={`audition-${id}.${audition.kind}`}>
        {messages.download}
      </a>
    </div>
  )
}
