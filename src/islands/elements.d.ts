import 'react'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type CustomElement<Attributes = unknown> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Attributes

/** The custom elements (src/elements) that islands draw, with their attributes. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'card-filter': CustomElement<{
        'en-text': string
        'mr-text': string
        'ages-text': string
        'from-age-text': string
        'matching-text': string
        onfilter?: () => void
      }>
      'genre-link': CustomElement<{ 'genre-id': number; 'genre-name': string; 'genre-type': string }>
      'offline-title': CustomElement<{ 'title-id': number; label: string; path: string }>
      'play-button': CustomElement<{
        'title-id': number
        'track-id'?: number
        'play-label'?: string
        'pause-label': string
      }>
      'sample-button': CustomElement<{
        sample: string
        seconds: number
        label: string
        href: string
        'pause-label': string
      }>
      'sign-in-link': CustomElement
      /** `card`: a CardView as JSON. */
      'title-card': CustomElement<{ card: string; 'takes-focus'?: '' | undefined }>
    }
  }
}
