import { navigate } from '#client/navigate.ts'
import type { RadioSample } from '#contract/listening/radio.ts'
import { interpolate } from '#i18n/interpolate.ts'
import { $isNewRound, $isRadioOffline } from '#stores/listening/radio/next-sample.ts'
import {
  $missed,
  $radio,
  $radioHistory,
  retryRadio,
  setUpRadio,
  skipRadio,
  toggleRadio,
  type RadioState,
} from '#stores/listening/radio/radio.ts'
import { $radioSaved, forgetAll, isSaved } from '#stores/listening/radio/memory.ts'
import { alertOffline } from '#stores/offline/offline-alert.ts'
import { $sampleTime } from '#stores/listening/samples.ts'
import { untilAborted } from '../../connected-element.ts'
import { pageLocale } from '../../page-locale.ts'
import type { SampleRadio } from '../sample-radio.ts'
import { followChoice } from './radio-choice.ts'
import { sampleOf, showList } from './radio-lists.ts'
import { showSample, showWaveform } from './radio-now.ts'
import { toggleSaved } from './radio-saving.ts'
import { pathOf, shownInBar, type RadioTexts } from './radio-texts.ts'

const textsOf = (element: SampleRadio) => JSON.parse(element.texts) as RadioTexts
const shownOf = (radio: RadioState): RadioSample | undefined => ('sample' in radio ? radio.sample : undefined)

/** Sets the radio up for the language of the page, and shows it until the element leaves. */
export function followRadio(element: SampleRadio, signal: AbortSignal): void {
  setUpRadio({ locale: pageLocale(), parts: element.parts, shown: shownInBar })
  const texts = textsOf(element)
  const lists = () => {
    const heard = $radioHistory.get().toReversed()
    showList(element, 'recent', heard, texts)
    showList(element, 'saved', $radioSaved.get(), texts)
    showState(element, $radio.get(), texts)
  }
  untilAborted(
    signal,
    $radio.subscribe((radio) => showState(element, radio, texts)),
    $radioSaved.subscribe(lists),
    $radioHistory.listen(lists),
    $isRadioOffline.listen(() => showState(element, $radio.get(), texts)),
    $sampleTime.subscribe(({ seconds, length }) => showProgress(element, length > 0 ? seconds / length : 0)),
  )
  followChoice(element, signal)
}

function showProgress(element: HTMLElement, part: number): void {
  element.style.setProperty('--heard', `${(shownOf($radio.get()) ? part * 100 : 0).toFixed(1)}%`)
}

/** Everything that differs is written; what stays the same is not touched, so that nobody is told it twice. */
function showState(element: HTMLElement, radio: RadioState, texts: RadioTexts): void {
  const sample = shownOf(radio)
  const isOn = radio.state === 'playing' || radio.state === 'loading'
  const play = element.querySelector<HTMLElement>('[value=play]')
  setText(play?.querySelector('span'), isOn ? texts.pause : texts.start)
  play?.querySelector('use')?.setAttribute('href', `/icons.svg#${isOn ? 'pause' : 'play'}`)
  play?.setAttribute('aria-busy', String(radio.state === 'fetching' || radio.state === 'loading'))
  if (sample && element.dataset['sample'] !== sample.sample) {
    element.dataset['sample'] = sample.sample
    showSample(element, sample, texts)
    void showWaveform(element, sample)
  }
  if (sample) for (const part of element.querySelectorAll('.buttons [hidden]')) part.removeAttribute('hidden')
  showSaving(element, sample, texts)
  showNotice(element, radio, texts)
  // Said when it sounds, so that a sample that fails is not announced.
  if (sample && radio.state === 'playing') announce(element, sample, texts)
}

function showSaving(element: HTMLElement, sample: RadioSample | undefined, texts: RadioTexts): void {
  const button = element.querySelector('.now [value=save]')
  if (!button || !sample) return
  const saved = isSaved(sample)
  setText(button.querySelector('span'), saved ? texts.saved : texts.save)
  button.setAttribute('aria-label', interpolate(saved ? texts.removeOf : texts.saveOf, { title: sample.name }))
}

function showNotice(element: HTMLElement, radio: RadioState, texts: RadioTexts): void {
  const notice = element.querySelector<HTMLElement>('.notice')
  const stops = { failures: texts.failures, unreachable: texts.unreachable, nothing: texts.nothing, end: texts.end }
  const text = radio.state === 'stopped' ? stops[radio.why] : $isRadioOffline.get() ? texts.offline : ''
  if (notice) notice.hidden = text === ''
  setText(notice, text)
  const isRetry = radio.state === 'stopped' ? radio.why !== 'nothing' && radio.why !== 'end' : $isRadioOffline.get()
  element.querySelector('.again')?.toggleAttribute('hidden', !isRetry)
  // What is seen is said too.
  if (text && radio.state === 'stopped') tell(element, text)
}

function announce(element: HTMLElement, { name: title, author, sample }: RadioSample, texts: RadioTexts): void {
  const missed = $missed.get()
  // The sample of before may come again for one that could not be played, and that is news.
  const shown = [sample, missed, $isRadioOffline.get()].join(' ')
  if (element.dataset['shown'] === shown) return
  element.dataset['shown'] = shown
  const now = author ? interpolate(texts.nowBy, { title, author: author.name }) : interpolate(texts.now, { title })
  const news = [
    ...(missed === undefined ? [] : [interpolate(texts.missed, { title: missed })]),
    ...($isNewRound.get() ? [texts.newRound] : []),
    ...($isRadioOffline.get() ? [texts.offline] : []),
  ]
  tell(element, ...news, now)
  // Who sees the page sees the name already.
  element.querySelector('.status')?.classList.toggle('unseen', news.length === 0)
}

export function tell(element: HTMLElement, ...sentences: string[]): void {
  const status = element.querySelector('.status')
  status?.classList.remove('unseen')
  setText(status, sentences.join(' '))
}

function setText(part: Element | null | undefined, text: string): void {
  if (part && part.textContent !== text) part.textContent = text
}

/** A button of the page, by its value. */
export async function pressRadio(element: SampleRadio, button: HTMLElement): Promise<void> {
  const value = button.getAttribute('value')
  const current = shownOf($radio.get())
  if (value === 'play') return toggleRadio()
  if (value === 'next') return skipRadio()
  if (value === 'again') {
    // This button goes.
    element.querySelector<HTMLElement>('[value=play]')?.focus()
    return retryRadio()
  }
  const texts = textsOf(element)
  if (value === 'forget') {
    forgetAll()
    return tell(element, texts.forgotten)
  }
  const sample = sampleOf(button, current, [...$radioSaved.get(), ...$radioHistory.get()])
  if (sample && value === 'save') tell(element, await toggleSaved(sample, texts, button))
  if (sample && value === 'buy') await buySample(sample)
}

/** Why a title cannot be bought now, as it is theirs already, its own page says. */
async function buySample(sample: RadioSample): Promise<void> {
  const { buy, openCart } = await import('../../cart/buy.ts')
  const fault = await buy(sample.variant ?? 0)
  if (fault === 'alreadyInCart') return openCart()
  if (fault === 'offline') return alertOffline()
  if (fault !== undefined) await navigate(pathOf(sample))
}
