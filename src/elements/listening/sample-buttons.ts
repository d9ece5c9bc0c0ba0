/**
 * Life for every sample button of every page. The player's code is fetched when a pointer or the focus comes near a button,
 * and a click that is faster waits for it: no first tap is lost (SD-10).
 */
import { triggerHydration } from '#client/hydration-trigger.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { $offlineAlerts } from '#stores/offline/offline-alert.ts'

type Samples = typeof import('#stores/listening/samples.ts')
type Button = HTMLElement & { dataset: DOMStringMap & { sample: string } }

let loading: Promise<Samples> | undefined

function load(): Promise<Samples> {
  loading ??= import('#stores/listening/samples.ts').then(begin).catch((error: unknown) => {
    // The network was gone: the next press tries again.
    loading = undefined
    throw error
  })
  return loading
}

function begin(samples: Samples): Samples {
  samples.followAudio()
  samples.$sample.subscribe(() => {
    paint(samples)
    paintWaveforms(samples)
  })
  samples.$sampleTime.subscribe(() => paintWaveforms(samples))
  document.addEventListener('astro:page-load', () => paint(samples))
  return samples
}

const buttonOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<Button>('[data-sample]') : null

/** What is sampled: told by the button, or by the card that it stands in. */
function titleOf(button: Button): { title: string; href: string; cover: string | undefined } {
  const { title, href = '', cover } = button.dataset
  if (title !== undefined) return { title, href, cover }
  const card = button.closest('article')
  const link = card?.querySelector<HTMLAnchorElement>('[data-card]')
  return {
    title: link?.textContent?.trim() ?? '',
    href: link?.getAttribute('href') ?? '',
    cover: card?.querySelector('img')?.currentSrc,
  }
}

/** Each button shows what its own sample does; its name says what a press will do. */
function paint({ $sample }: Samples) {
  const now = $sample.get()
  for (const button of document.querySelectorAll<Button>('[data-sample]')) {
    const isMine = now.state !== 'idle' && now.state !== 'faulty' && now.sample.mapUrl === button.dataset.sample
    const { samplePlay = '', samplePause = '' } = document.body.dataset
    button.setAttribute(
      'aria-label',
      interpolate(isMine && now.state === 'playing' ? samplePause : samplePlay, { title: titleOf(button).title }),
    )
    button.setAttribute('aria-busy', String(isMine && now.state === 'loading'))
    if (isMine) button.dataset['state'] = now.state
    else delete button.dataset['state']
  }
}

/** The waveform beside a sample is filled up to the place that is heard. */
function paintWaveforms({ $currentSample, $sampleTime }: Samples) {
  const { seconds, length } = $sampleTime.get()
  const mine = $currentSample.get()?.mapUrl
  for (const box of document.querySelectorAll<HTMLElement>('[data-heard]')) {
    const part = box.dataset['heard'] === mine && length > 0 ? seconds / length : 0
    box.style.setProperty('--heard', `${(part * 100).toFixed(1)}%`)
  }
}

/** The player itself could not be fetched, so nothing of it can speak: the page says it (SA-3). */
function showOfflineNote() {
  const note = document.querySelector<HTMLElement>('[data-offline]')
  if (!note) return
  note.hidden = false
  setTimeout(() => (note.hidden = true), 8_000)
}

async function press(button: Button) {
  triggerHydration('sound')
  button.setAttribute('aria-busy', 'true')
  const samples = await load().catch(() => undefined)
  button.setAttribute('aria-busy', 'false')
  if (!samples) return showOfflineNote()
  const { toggleSample } = samples
  const { sample: mapUrl, seconds } = button.dataset
  await toggleSample({ mapUrl, seconds: Number(seconds), ...titleOf(button) })
}

$offlineAlerts.listen(showOfflineNote)
document.addEventListener('click', (event) => {
  const button = buttonOf(event)
  if (button) void press(button)
})
for (const name of ['pointerover', 'focusin'] as const) {
  document.addEventListener(name, (event) => {
    if (buttonOf(event)) load().catch(() => undefined)
  })
}
