import { initialsOf } from '#contract/initials.ts'

type Props = { picture: string | null; first: string; last: string }

/** The picture, or the initials (D3). The name stands beside it, so a reader by ear misses nothing. */
export function Avatar({ picture, first, last }: Props) {
  if (picture) return <img className="avatar" src={picture} alt="" width="72" height="72" />
  return (
    <span className="avatar" aria-hidden="true">
      {initialsOf(first, last)}
    </span>
  )
}
