import { initialsOf } from '#contract/accounts/initials.ts'

type Props = { picture: string | null; first: string; last: string }

/** The picture or the initials. The name is shown beside it, so there is no alternative text. */
export function Avatar({ picture, first, last }: Props) {
  if (picture) return <img className="avatar" src={picture} alt="" width="72" height="72" />
  return (
    <span className="avatar" aria-hidden="true">
      {initialsOf(first, last)}
    </span>
  )
}
