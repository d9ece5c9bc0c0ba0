import { saveFile } from '#client/save-file.ts'

type Props = { codes: readonly string[]; messages: { codesLead: string; codesSave: string; codesFile: string } }

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, messages }: Props) {
  const save = () => saveFile(`${messages.codesFile}.txt`, 'text/plain', `${codes.join('\n')}\n`)
  return (
    <div className="desk-panel" role="status">
      <p>{messages.codesLead}</p>
      <ul role="list" className="desk-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" className="button quiet" onClick={save}>
        {messages.codesSave}
      </button>
    </div>
  )
}
