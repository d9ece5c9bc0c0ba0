import { FOLLOW_KINDS } from '#contract/library/follows.ts'
import { $follows, follow, isFollowed, loadFollows, type Followed } from '#stores/library/follows.ts'
import { untilAborted } from '../connected-element.ts'
import type { FollowButton } from './follow-button.ts'

/** Draws the button in the place of the link, and keeps it as the server says. */
export function showFollow(element: FollowButton, signal: AbortSignal): void {
  const kind = FOLLOW_KINDS.find((known) => known === element.kind)
  if (!kind) return
  const followed: Followed = { kind, id: element.targetId }
  untilAborted(
    signal,
    $follows.subscribe((known) => {
      if (known.state !== 'ready') return
      const button = draw(element)
      button.setAttribute('aria-pressed', String(isFollowed(known, followed)))
      if (takeWish(followed) && !isFollowed(known, followed)) void press(element, button, followed)
    }),
  )
  element.addEventListener(
    'click',
    ({ target: pressed }) => {
      const button = pressed instanceof Element ? pressed.closest('button') : null
      if (!button || button.getAttribute('aria-busy') === 'true') return
      void press(element, button, followed)
    },
    { signal },
  )
  void loadFollows()
}

/** Whether this is what a guest pressed before they signed in [SI-7]; asked for once. */
function takeWish({ kind, id }: Followed): boolean {
  const address = new URL(location.href)
  if (address.searchParams.get('follow') !== `${kind}-${id}`) return false
  address.searchParams.delete('follow')
  history.replaceState(history.state, '', address)
  return true
}

async function press(element: FollowButton, button: HTMLButtonElement, followed: Followed): Promise<void> {
  button.setAttribute('aria-busy', 'true')
  const isWanted = button.getAttribute('aria-pressed') !== 'true'
  const fault = await follow(followed, isWanted)
  button.removeAttribute('aria-busy')
  if (fault) return element.say(fault === 'tooManyFollows' ? 'too-many' : 'failed')
  element.say(isWanted ? 'followed' : 'unfollowed')
}

function draw(element: FollowButton): HTMLButtonElement {
  const existing = element.querySelector('button')
  if (existing) return existing
  const link = element.querySelector('a')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = link?.className ?? ''
  button.textContent = link?.textContent ?? ''
  link?.replaceWith(button)
  return button
}
