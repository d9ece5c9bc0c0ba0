/**
 * Life for the buttons that play whole titles. The player's code is fetched when a pointer or the focus comes near one, and a
 * press that is faster waits for it: no first tap is lost (SD-10).
 */
import { triggerHydration } from '#client/hydration-trigger.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'

type Life = typeof import('./play-state.ts')
let loading: Promise<Life> | undefined

function load(): Promise<Life> {
  loading ??= import('./play-state.ts').catch((error: unknown) => {
    // The network was gone: the next press tries again.
    loading = undefined
    throw error
  })
  return loading
}

type Pressed = { titleId: number; trackId: number | undefined; button: HTMLElement }

/** `data-play` on the button, or on the list that it stands in with a `data-track`. */
function pressed({ target: at }: Pick<Event, 'target'>): Pressed | undefined {
  const target = at instanceof Element ? at : undefined
  const button = target?.closest<HTMLElement>('button[data-play], [data-play] [data-track]')
  const titleId = Number(button?.closest<HTMLElement>('[data-play]')?.dataset['play'])
  if (!button || !(titleId > 0)) return undefined
  const track = button.dataset['track']
  return { button, titleId, trackId: track === undefined ? undefined : Number(track) }
}

async function press({ button, titleId, trackId }: Pressed): Promise<void> {
  triggerHydration('sound')
  button.setAttribute('aria-busy', 'true')
  const life = await load().catch(() => undefined)
  button.setAttribute('aria-busy', 'false')
  if (!life) return alertOffline()
  await ('select' in button.dataset ? life.selectTitle(titleId) : life.pressPlay(titleId, { trackId }))
}

/** A press that was faster than this script. */
export async function pressButton(target: HTMLElement): Promise<void> {
  const found = pressed({ target })
  if (found) await press(found)
}

/** `?track=12&t=340` plays that track from that second (PD-5), `?play=3` a title where its listener stopped; a browser that forbids sound shows it ready to be played. */
async function followLink(): Promise<void> {
  const asked = new URLSearchParams(location.search)
  const trackId = Number(asked.get('track'))
  const wanted = trackId > 0 ? `[data-track="${trackId}"]` : `[data-play="${Number(asked.get('play'))}"]`
  const titleId = Number(document.querySelector(wanted)?.closest<HTMLElement>('[data-play]')?.dataset['play'])
  if (!(titleId > 0)) return
  const seconds = Number(asked.get('t') ?? Number.NaN)
  triggerHydration('sound')
  const life = await load().catch(() => undefined)
  await life?.playTitle(titleId, { trackId: trackId > 0 ? trackId : undefined, ...(seconds >= 0 && { seconds }) })
}

// Captured: the router would have followed the link of a row before ours could say no.
document.addEventListener(
  'click',
  (event) => {
    const found = pressed(event)
    if (!found || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    void press(found)
  },
  true,
)
for (const name of ['pointerover', 'focusin'] as const) {
  document.addEventListener(name, (event) => {
    const found = pressed(event)
    if (!found) return
    void load()
      .then((life) => ('signedIn' in document.documentElement.dataset ? life.openTitle(found.titleId) : undefined))
      .catch(() => undefined)
  })
}
/** A page that is loaded again goes on where the listener is, not where the link led once. */
let isReloaded = performance
  .getEntriesByType('navigation')
  .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')
document.addEventListener('astro:page-load', () => {
  if (!isReloaded) void followLink()
  isReloaded = false
})
