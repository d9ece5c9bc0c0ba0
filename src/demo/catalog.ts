import type { Collections, TitleRow } from '#contract/import/import.ts'
import { banners } from './banners.ts'
import { categories } from './categories.ts'
import { ebooks } from './ebooks.ts'
import { faq } from './faq.ts'
import { news } from './news.ts'
import { notifications } from './notifications.ts'
import { people } from './people.ts'
import { plans } from './plans.ts'
import { series } from './series.ts'
import { titleRow, type Story } from './story.ts'
import { synonyms } from './synonyms.ts'
import { coupons, menu, testimonials, texts } from './texts.ts'
import { audiobooks } from './titles/audiobooks.ts'
import { courses } from './titles/courses.ts'
import { kids } from './titles/kids.ts'
import { originals } from './titles/originals.ts'
import { podcasts } from './titles/podcasts.ts'

/** What the relative paths of the rows (audio/…, covers/…, people/…, banners/…, news/…, ebooks/…) are relative to. */
export const demoFolder = new URL('./files/', import.meta.url)

/** Titles with the words that are spoken in them: only the audio and cover scripts need these. */
export const demoStories: Story[] = [...audiobooks, ...originals, ...podcasts, ...kids, ...courses]

export const demoTitles: TitleRow[] = demoStories.map(titleRow)

export const demoCollections: Collections = {
  people,
  categories,
  series,
  plans,
  menu,
  faq,
  testimonials,
  news,
  coupons,
  texts,
  banners,
  ebooks,
  notifications,
  synonyms,
}
