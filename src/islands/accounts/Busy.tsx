type Props = { isBusy: boolean; text: string }

/** Covers a form while it is submitted, and announces it. */
export function Busy({ isBusy, text }: Props) {
  return (
    <div className="veil" role="status" data-shown={isBusy ? '' : undefined}>
      {isBusy && <p>{text}</p>}
    </div>
  )
}
