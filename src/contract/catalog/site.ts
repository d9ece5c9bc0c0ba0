import { array, boolean, integer, nullable, number, record, string, type, type Infer } from 'superstruct'
import { Picture } from './catalog.ts'
import { Amount } from '../money/money.ts'
import { CustomTranslation } from '../text/translation.ts'

/** `que` and `title` are plain text, `ans` is sanitised HTML. */
const FaqQuery = type({ que: string(), ans: string() })
export const FaqTopic = type({ id: integer(), title: string(), queries: array(FaqQuery) })
export type FaqTopic = Infer<typeof FaqTopic>

/** `comments` and `user` are plain text. */
export const Testimonial = type({
  id: integer(),
  custom_translations: record(string(), type({ comments: string(), user: string() })),
})
export type Testimonial = Infer<typeof Testimonial>

/** `description` is sanitised HTML, `title` is plain text. */
export const News = type({
  id: integer(),
  title: string(),
  description: string(),
  custom_translation: CustomTranslation,
  created_date: string(),
  image: nullable(string()),
  picture: nullable(Picture),
})
export type News = Infer<typeof News>

export const Plan = type({
  id: integer(),
  variant: integer(),
  /** Days. */
  subscription_duration: integer(),
  can_purchase: boolean(),
  per_day_price: number(),
  price: Amount,
  inr_price: Amount,
  /** `"0.00"` means no discount. */
  discounted_inr_price: Amount,
  custom_translation: CustomTranslation,
  subscription_price: array(type({ currency: string(), amount: string() })),
  audio_types: array(type({ audio_type_id: integer() })),
})
export type Plan = Infer<typeof Plan>

export const GiftMessage = type({
  custom_translation: record(string(), type({ subscription_message: string() })),
})
export type GiftMessage = Infer<typeof GiftMessage>

export const SiteText = type({ key: string(), custom_translation: CustomTranslation })
export type SiteText = Infer<typeof SiteText>
