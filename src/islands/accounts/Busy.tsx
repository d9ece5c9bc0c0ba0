type Props = { isBusy: boolean; text: string }

/** Covers a form while it is under way, and says so. */
export function Busy({ isBusy, text }: Props) {
  return (
    <div className="veil" role="status" data-shown={isBusy ? '' : undefined}>
      {isBusy && <p>{text}</p>}
    </div>
  )
}
