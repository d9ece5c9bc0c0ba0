import { interpolate } from '#i18n/interpolate.ts'
import type { DeskLetter } from '#contract/desk/letters.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { answerLetter, letterList, setLetterDone } from '#stores/desk/letters.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { AtDesk } from '../AtDesk.tsx'
import { deskFault } from '../desk-context.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { indianMoment, type PageProps } from '../desk-format.ts'

type Props = PageProps<Messages['deskSales']['letters']>

/** Letters: read, answer, done. */
export function Letters(props: Props) {
  const { locale, messages, common, shared } = props
  return (
    <AtDesk locale={locale} messages={shared} area="letters">
      <ListPage
        list={letterList}
        search={messages.search}
        filters={messages.filters}
        common={common}
        empty={messages.empty}
      >
        {(items) => items.map((letter) => <Letter key={letter.id} {...props} letter={letter} />)}
      </ListPage>
    </AtDesk>
  )
}

function Letter({ letter, locale, messages, common, shared }: Props & { letter: DeskLetter }) {
  const { id, name, email, mobile, kind, created, text, done, replies } = letter
  const mark = async (isDone: boolean) => {
    const fault = await setLetterDone(id, isDone)
    if (fault) return showToast(deskFault(shared, fault), { kind: 'failed' })
    if (isDone)
      showToast(interpolate(messages.markedDone, { name }), {
        undo: () => setLetterDone(id, false),
      })
  }
  return (
    <article className="sales-card" aria-labelledby={`letter-${id}`}>
      <div className="sales-head">
        <h2 id={`letter-${id}`}>{name}</h2>
        <span className="sales-badge">{messages.kinds[kind]}</span>
        <time dateTime={created} className="soft">
          {indianMoment(created, locale)}
        </time>
      </div>
      <p className="soft">
        {email} · {mobile}
      </p>
      <p className="sales-text">{text}</p>
      <AnswerForm
        {...{ common, replies }}
        name={`letter ${id}`}
        to={email}
        alsoDone={messages.alsoDone}
        onSend={(answer) => answerLetter(letter, answer)}
      />
      <button type="button" className="link" onClick={() => void mark(done === null)}>
        {done === null ? messages.markDone : messages.reopen}
      </button>
    </article>
  )
}
